// SPDX-License-Identifier: MIT
// A single pass over the characters of a file. Braces inside #else arms are counted from the state at the #if, so that
// arms which open the same brace twice do not put the rest of the file out of step.
#include "model/lift/file_index.h"

#include <algorithm>
#include <array>

namespace entryproof::lift {

namespace {

constexpr std::size_t max_candidates = 6;
constexpr std::size_t max_nested_ifs = 200;

bool is_annotation_call(std::string_view word) {
    static constexpr std::array<std::string_view, 14> words = {
        "__attribute__", "__aligned", "__printf", "__section",  "__must_hold", "__acquires", "__releases", "if",
        "while",         "sizeof",    "typeof",   "__typeof__", "asm",         "defined"};
    return std::find(words.begin(), words.end(), word) != words.end();
}

// What has been seen of the present top-level item.
struct Progress {
    int braces = 0;
    int parentheses = 0;
    bool open = false;
    bool assigned = false;
    bool body_is_function = false;
    bool expects_enumerator = false;
    Offset begin = 0;
    Offset body = 0;
    std::uint32_t arm = 0;
    std::string_view first_word;
    std::string_view second_word;
    std::string_view last_word;  // identifier just before the present token, else empty
    std::string_view last_name;  // last identifier outside parentheses
    std::vector<std::string_view> candidates;
};

class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) { index_.arms.push_back({}); }

    FileIndex run() {
        bool line_start = true;
        while (at_ < text_.size()) {
            const Offset start = skip_blank(text_, at_, true);
            at_ = start;
            if (start >= text_.size()) break;
            if (text_[start] == '\n') {
                line_start = true;
                ++at_;
            } else if (text_[start] == '#' && line_start) {
                directive();
            } else {
                line_start = false;
                token();
            }
        }
        close_segment(static_cast<Offset>(text_.size()));
        return std::move(index_);
    }

private:
    Offset offset_of(std::string_view part) const { return static_cast<Offset>(part.data() - text_.data()); }

    void add(Item::Kind kind, std::string_view name, Offset end) {
        index_.items.push_back({kind, name, now_.arm, offset_of(name), now_.begin, now_.body, end});
    }

    void token() {
        const char c = text_[at_];
        const Offset start = at_;
        if (is_identifier_start(c)) {
            at_ = token_end(text_, at_);
            word(text_.substr(start, at_ - start));
            return;
        }
        at_ = c == '"' || c == '\'' || (c >= '0' && c <= '9') ? token_end(text_, at_) : at_ + 1;
        punctuation(c, start);
        now_.last_word = {};
    }

    void open_item(Offset start) {
        if (now_.open || now_.braces > 0) return;
        now_ = Progress{};
        now_.open = true;
        now_.begin = start;
        now_.arm = arm_;
    }

    void word(std::string_view spelling) {
        open_item(offset_of(spelling));
        if (now_.braces == 0) {
            if (now_.first_word.empty()) {
                now_.first_word = spelling;
            } else if (now_.second_word.empty()) {
                now_.second_word = spelling;
            }
            if (now_.parentheses == 0) now_.last_name = spelling;
        } else if (now_.expects_enumerator && now_.braces == 1 && now_.parentheses == 0) {
            index_.items.push_back(
                {Item::Kind::enumerator, spelling, arm_, offset_of(spelling), now_.begin, now_.body, 0});
            now_.expects_enumerator = false;
        }
        now_.last_word = spelling;
    }

    bool is_enumeration() const {
        return now_.first_word == "enum" || (now_.first_word == "typedef" && now_.second_word == "enum");
    }

    void punctuation(char c, Offset start) {
        if (c != ';') open_item(start);
        switch (c) {
            case '(':
                if (now_.braces == 0 && now_.parentheses == 0 && !now_.last_word.empty() &&
                    !is_annotation_call(now_.last_word) && now_.candidates.size() < max_candidates)
                    now_.candidates.push_back(now_.last_word);
                ++now_.parentheses;
                break;
            case ')':
                now_.parentheses = std::max(0, now_.parentheses - 1);
                break;
            case '=':
                if (now_.braces == 0 && now_.parentheses == 0) now_.assigned = true;
                break;
            case '{':
                open_brace(start);
                break;
            case '}':
                close_brace(start);
                break;
            case ',':
                if (now_.braces == 1 && now_.parentheses == 0 && is_enumeration()) now_.expects_enumerator = true;
                break;
            case ';':
                if (now_.braces == 0 && now_.parentheses == 0) end_declaration(start + 1);
                break;
            default:
                break;
        }
    }

    void open_brace(Offset start) {
        if (now_.braces == 0) {
            now_.body = start;
            now_.body_is_function = !now_.assigned && !now_.candidates.empty() && now_.first_word != "typedef";
            now_.expects_enumerator = is_enumeration();
        }
        ++now_.braces;
    }

    void close_brace(Offset start) {
        if (now_.braces == 0) return;
        if (--now_.braces > 0) return;
        now_.parentheses = 0;
        if (now_.body_is_function) {
            for (const std::string_view name : now_.candidates) add(Item::Kind::function, name, start + 1);
            now_.open = false;
        } else if (!now_.assigned && !now_.last_name.empty()) {
            add(Item::Kind::structure, now_.last_name, start + 1);
        }
    }

    void end_declaration(Offset end) {
        if (now_.open && now_.first_word == "typedef") {
            if (!now_.last_name.empty()) add(Item::Kind::type_name, now_.last_name, end);
        } else if (now_.open && !now_.assigned) {
            for (const std::string_view name : now_.candidates) add(Item::Kind::prototype, name, end);
        }
        now_.open = false;
    }

    Offset directive_end(Offset at) const {
        while (true) {
            at = skip_blank(text_, at, true);
            if (at >= text_.size() || text_[at] == '\n') return at;
            const bool is_literal = text_[at] == '"' || text_[at] == '\'';
            at = is_literal || is_identifier_start(text_[at]) ? token_end(text_, at) : at + 1;
        }
    }

    void close_segment(Offset end) {
        if (end > segment_begin_) index_.segments.push_back({segment_begin_, end, arm_});
    }

    void directive() {
        const Offset hash = at_;
        close_segment(hash);
        const Offset name_at = skip_blank(text_, hash + 1, true);
        Offset name_end = name_at;
        while (name_end < text_.size() && is_identifier_part(text_[name_end])) ++name_end;
        const Offset end = directive_end(name_end);
        directive_at_ = hash;
        handle(text_.substr(name_at, name_end - name_at), skip_blank(text_.substr(0, end), name_end, true), end);
        segment_begin_ = end;
        at_ = end;
    }

    void handle(std::string_view name, Offset begin, Offset end) {
        if (name == "define" || name == "undef") {
            macro(name == "define" ? Item::Kind::define : Item::Kind::undef, begin, end);
        } else if (name == "include") {
            include(begin, end);
        } else if (name == "if" || name == "ifdef" || name == "ifndef") {
            if (saved_.size() >= max_nested_ifs) index_.too_deep = true;
            if (index_.too_deep) return;
            saved_.push_back({arm_, 0, now_});
            start_arm(kind_of(name), begin, end);
        } else if ((name == "elif" || name == "elifdef" || name == "elifndef" || name == "else") && !saved_.empty()) {
            now_ = saved_.back().progress;
            start_arm(kind_of(name), begin, end);
        } else if (name == "endif" && !saved_.empty()) {
            arm_ = saved_.back().arm;
            saved_.pop_back();
        } else {
            index_.others.push_back({arm_, directive_at_});
        }
    }

    static Arm::Kind kind_of(std::string_view name) {
        if (name == "ifdef" || name == "elifdef") return Arm::Kind::when_defined;
        if (name == "ifndef" || name == "elifndef") return Arm::Kind::when_undefined;
        return name == "else" ? Arm::Kind::otherwise : Arm::Kind::when;
    }

    void start_arm(Arm::Kind kind, Offset begin, Offset end) {
        const Saved& outer = saved_.back();
        const std::uint32_t rank = std::max(index_.arms[outer.arm].rank, index_.arms[outer.last_arm].rank) + 1;
        index_.arms.push_back({kind, outer.arm, outer.last_arm, rank, begin, end});
        arm_ = saved_.back().last_arm = static_cast<std::uint32_t>(index_.arms.size() - 1);
    }

    void macro(Item::Kind kind, Offset begin, Offset end) {
        Offset name_end = begin;
        while (name_end < end && is_identifier_part(text_[name_end])) ++name_end;
        if (name_end == begin) return;
        index_.items.push_back({kind, text_.substr(begin, name_end - begin), arm_, begin, begin, name_end, end});
    }

    void include(Offset begin, Offset end) {
        if (begin >= end || (text_[begin] != '<' && text_[begin] != '"')) {
            index_.others.push_back({arm_, directive_at_});
            return;
        }
        const bool quoted = text_[begin] == '"';
        const std::size_t close = text_.substr(0, end).find(quoted ? '"' : '>', begin + 1);
        if (close == std::string_view::npos) return;
        index_.includes.push_back({text_.substr(begin + 1, close - begin - 1), quoted, arm_, begin});
    }

    struct Saved {
        std::uint32_t arm;
        std::uint32_t last_arm;
        Progress progress;
    };

    std::string_view text_;
    FileIndex index_;
    Progress now_;
    std::vector<Saved> saved_;
    std::uint32_t arm_ = 0;
    Offset at_ = 0;
    Offset segment_begin_ = 0;
    Offset directive_at_ = 0;
};

}  // namespace

FileIndex index_file(std::string_view text) { return Scanner(text).run(); }

Position position_of(std::string_view text, Offset at) {
    const std::string_view before = text.substr(0, at);
    const std::size_t newline = before.rfind('\n');
    return {static_cast<unsigned>(std::count(before.begin(), before.end(), '\n')) + 1,
            static_cast<unsigned>(newline == std::string_view::npos ? before.size() : before.size() - newline - 1) + 1};
}

}  // namespace entryproof::lift
