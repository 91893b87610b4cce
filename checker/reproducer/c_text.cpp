// SPDX-License-Identifier: MIT
// The plan of a situation as C, between the pieces of the fixed part.
#include "checker/reproducer/c_text.h"

#include "checker/layout.h"
#include "checker/reproducer/c_plan.h"
#include "checker/reproducer/features.h"
#include "checker/reproducer/pieces.h"

#include <algorithm>
#include <stdexcept>

namespace entryproof::checker::reproducer {

namespace {

constexpr std::size_t comment_width = 90;

// A comment holds no end of one.
std::string harmless(std::string text) {
    for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.replace(at, 2, "* /");
    return text;
}

class Comment {
public:
    void say(const std::string& text, std::size_t indent = 0) {
        for (const std::string& line : wrap(harmless(text), comment_width, indent)) text_ += " * " + line + "\n";
    }
    void pause() { text_ += " *\n"; }
    std::string whole() const { return "/*\n" + text_ + " */\n"; }

private:
    std::string text_;
};

std::string head_comment(const Told& told, const Prediction& prediction) {
    Comment comment;
    comment.say(told.title);
    comment.pause();
    for (const std::string& paragraph : told.paragraphs) comment.say(paragraph);
    for (const std::string& remark : prediction.situation.remarks) comment.say(remark);
    if (!told.paragraphs.empty() || !prediction.situation.remarks.empty()) comment.pause();
    for (const auto& [name, places] : {std::make_pair(told.left, told.left_places), {told.right, told.right_places}}) {
        if (places.empty()) continue;
        comment.say("On " + name + " it is decided in " + joined(places, ", "), 2);
    }
    comment.pause();
    comment.say(
        "The program makes the situation, prints what each observer saw as KTAP, and says which of the two the "
        "kernel behaves like. It fails when it is neither; with --expect left or --expect right also when it "
        "is the other one. What a kernel or a user cannot offer is skipped.");
    comment.say("left: " + told.left);
    comment.say("right: " + told.right);
    return comment.whole();
}

std::string piece(const std::string& name, const std::set<std::string>& features) {
    for (const Piece& one : embedded_runtime())
        if (one.name == name) return with_features(one.text, features);
    throw std::logic_error("no piece of the runtime is called " + name);
}

// Of x86-64 only the system call and the nop behind it are as on arm64.
bool steps_further(const std::vector<std::string>& lines) {
    const auto is_further = [](const std::string& line) {
        const std::size_t at = line.find(" pc ");
        return line.rfind("tracer: stop ", 0) == 0 && at != std::string::npos && std::stol(line.substr(at + 4)) > 8;
    };
    return std::any_of(lines.begin(), lines.end(), is_further);
}

}  // namespace

std::string c_text(const Told& told, const Prediction& prediction) {
    const std::set<std::string> wanted = features(prediction.situation.script);
    std::string text = "// SPDX-License-Identifier: MIT\n" + head_comment(told, prediction);
    text += piece("head.c", wanted) + "\n" + plan_names(told, prediction.situation.script) + "\n";
    text += "#if defined(__aarch64__)\n\n" + piece("arm64.c", wanted) + "\n";
    if (runs_on_x86(prediction.situation.script) && !steps_further(prediction.left) && !steps_further(prediction.right))
        text += "#elif defined(__x86_64__)\n\n" + piece("x86_64.c", wanted) + "\n";
    text += "#else\n#error \"not for this architecture\"\n#endif\n";
    for (const std::string name : {"filter", "tracepoints", "audit", "rseq"})
        if (wanted.count(name) != 0) text += "\n" + piece(name + ".c", wanted);
    text += "\n" + plan_text(prediction);
    if (wanted.count("listener") != 0) text += "\n" + piece("supervisor.c", wanted);
    return text + "\n" + piece("tracer.c", wanted) + "\n" + piece("main.c", wanted);
}

}  // namespace entryproof::checker::reproducer
