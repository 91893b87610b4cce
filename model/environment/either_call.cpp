// SPDX-License-Identifier: MIT
// Two bodies are aligned as a longest common subsequence: a call of one function in both counts two, of two functions
// that can be put together one.
#include "model/environment/either_call.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace entryproof::environment {

using namespace ir;

namespace {

const std::string chosen = "chosen";  // the parameter: 1, the first function is meant

class Merger {
public:
    explicit Merger(Program& program) : program_(program) {}

    bool can_merge(const std::string& first, const std::string& second) const {
        return is_plain(first) && is_plain(second);
    }

    // The function of both, and its name. Requires can_merge().
    std::string merge(const std::string& first, const std::string& second) {
        const std::string name = second + " or " + first;
        if (program_.functions.count(name)) return name;
        const Function& one = program_.functions.at(first);
        const Function& other = program_.functions.at(second);
        Function both;
        both.name = name;
        both.source = other.source;
        both.parameters = {{chosen, 1}};
        both.body = merged(one.body, other.body);
        program_.functions.emplace(name, std::move(both));
        return name;
    }

private:
    bool is_plain(const std::string& name) const {
        const auto found = program_.functions.find(name);
        if (found == program_.functions.end()) return false;
        const Function& function = found->second;
        return function.parameters.empty() && function.locals.empty() && function.result == 0;
    }

    static const Call* plain_call(const Statement& statement) {
        const auto* call = std::get_if<Call>(&statement.node);
        if (!call || !call->result.empty()) return nullptr;
        const bool by_value = std::all_of(call->arguments.begin(), call->arguments.end(),
                                          [](const Argument& argument) { return argument.value != nullptr; });
        return by_value ? call : nullptr;
    }

    // What it is worth to make these two one statement; 0: they cannot be.
    unsigned worth(const Statement& first, const Statement& second) const {
        const Call* one = plain_call(first);
        const Call* other = plain_call(second);
        if (!one || !other) return 0;
        if (one->function == other->function) return one->arguments.size() == other->arguments.size() ? 2 : 0;
        return can_merge(one->function, other->function) ? 1 : 0;
    }

    Statement merged(const Statement& first, const Statement& second) {
        const Call& one = std::get<Call>(first.node);
        const Call& other = std::get<Call>(second.node);
        Call call{other.function, {}, ""};
        if (one.function != other.function) {
            call.function = merge(one.function, other.function);
            call.arguments = {by_value(read(chosen, 1))};
        } else {
            for (std::size_t i = 0; i < one.arguments.size(); ++i)
                call.arguments.push_back(
                    by_value(select(read(chosen, 1), one.arguments[i].value, other.arguments[i].value)));
        }
        return {std::move(call), second.source};
    }

    Body merged(const Body& first, const Body& second) {
        // best[i][j]: of what is left from first[i] and second[j] on.
        std::vector<std::vector<unsigned>> best(first.size() + 1, std::vector<unsigned>(second.size() + 1, 0));
        for (std::size_t i = first.size(); i-- > 0;)
            for (std::size_t j = second.size(); j-- > 0;) {
                const unsigned here = worth(first[i], second[j]);
                best[i][j] = std::max(best[i + 1][j], best[i][j + 1]);
                if (here != 0) best[i][j] = std::max(best[i][j], here + best[i + 1][j + 1]);
            }
        Body result;
        std::size_t i = 0, j = 0;
        while (i < first.size() || j < second.size()) {
            const bool are_both = i < first.size() && j < second.size();
            const unsigned here = are_both ? worth(first[i], second[j]) : 0;
            if (here != 0 && best[i][j] == here + best[i + 1][j + 1])
                result.push_back(merged(first[i++], second[j++]));
            else if (j == second.size() || (i < first.size() && best[i][j] == best[i + 1][j]))
                result.push_back(only_if(read(chosen, 1), first[i++]));
            else
                result.push_back(only_if(negation(read(chosen, 1)), second[j++]));
        }
        return result;
    }

    static Statement only_if(ExpressionRef condition, const Statement& statement) {
        return {If{std::move(condition), {statement}, {}}, statement.source};
    }

    Program& program_;
};

}  // namespace

void call_either(Program& program, BodyBuilder& body, const ExpressionRef& condition, const std::string& then_function,
                 const std::string& else_function) {
    Merger merger(program);
    if (merger.can_merge(then_function, else_function))
        return body.call(merger.merge(then_function, else_function), {by_value(condition)});
    body.if_(
        condition, [&](BodyBuilder& then) { then.call(then_function); },
        [&](BodyBuilder& otherwise) { otherwise.call(else_function); });
}

}  // namespace entryproof::environment
