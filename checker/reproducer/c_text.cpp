// SPDX-License-Identifier: MIT
// The plan of a situation as C, between the pieces of the fixed part.
#include "checker/reproducer/c_text.h"

#include "checker/layout.h"
#include "checker/reproducer/c_plan.h"
#include "checker/reproducer/features.h"
#include "checker/reproducer/machines.h"
#include "checker/reproducer/pieces.h"

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
    for (const auto& [name, why] :
         {std::make_pair("x86-64", why_not_on_x86(prediction)), {"riscv64", why_not_on_riscv(prediction)}})
        if (!why.empty()) comment.say(std::string("Not for ") + name + ": " + why + ".");
    comment.say("left: " + told.left);
    comment.say("right: " + told.right);
    return comment.whole();
}

std::string piece(const std::string& name, const std::set<std::string>& features) {
    for (const Piece& one : embedded_runtime())
        if (one.name == name) return with_features(one.text, features);
    throw std::logic_error("no piece of the runtime is called " + name);
}

}  // namespace

std::string c_text(const Told& told, const Prediction& prediction) {
    const std::set<std::string> wanted = features(prediction.situation.script);
    std::string text = "// SPDX-License-Identifier: MIT\n" + head_comment(told, prediction);
    text += piece("head.c", wanted) + "\n" + plan_names(told, prediction.situation.script) + "\n";
    text += "#if defined(__aarch64__)\n\n" + piece("arm64.c", wanted) + "\n";
    if (why_not_on_x86(prediction).empty()) text += "#elif defined(__x86_64__)\n\n" + piece("x86_64.c", wanted) + "\n";
    if (why_not_on_riscv(prediction).empty())
        text += "#elif defined(__riscv) && __riscv_xlen == 64\n\n" + piece("riscv64.c", wanted) + "\n";
    text += "#else\n#error \"not for this architecture\"\n#endif\n";
    for (const std::string name : {"filter", "tracepoints", "audit", "rseq"})
        if (wanted.count(name) != 0) text += "\n" + piece(name + ".c", wanted);
    text += "\n" + piece("registers.c", wanted);
    if (wanted.count("tsync") != 0)
        text += "\n" + plan_sibling(prediction.situation.script) + "\n" + piece("sibling.c", wanted);
    if (wanted.count("dies") != 0) text += "\n" + piece("death.c", wanted);
    text += "\n" + plan_text(prediction);
    if (wanted.count("listener") != 0) text += "\n" + piece("supervisor.c", wanted);
    text += "\n" + piece("tracer.c", wanted);
    if (wanted.count("dies") != 0) text += "\n" + piece("survivor.c", wanted);
    return text + "\n" + piece("main.c", wanted);
}

}  // namespace entryproof::checker::reproducer
