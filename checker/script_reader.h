// SPDX-License-Identifier: MIT
// Reading TOML strictly: each accessor gives what it names or throws InputError with the place.
#pragma once

#include "checker/script_names.h"

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace entryproof::checker {

class ScriptReader {
public:
    explicit ScriptReader(const std::string& file_name) : file_name_(file_name) {}

protected:
    toml::table parse(const std::string& text) const;
    [[noreturn]] void fail(const toml::node& at, const std::string& message) const;
    [[noreturn]] void fail(const toml::source_position& at, const std::string& message) const;

    void refuse_other_keys(const toml::table& row, const std::vector<std::string_view>& known) const;
    const toml::node& member(const toml::table& row, const std::string& key) const;
    const toml::table& table(const toml::node& node, const std::string& what) const;
    const toml::array& array(const toml::node& node, const std::string& what) const;
    // [[key]] of the root, none when absent.
    std::vector<const toml::table*> tables(const toml::table& root, const std::string& key) const;

    std::string string(const toml::node& node, const std::string& what) const;
    bool boolean(const toml::node& node, const std::string& what) const;
    std::int64_t integer(const toml::node& node, const std::string& what) const;
    std::int64_t number(const toml::node& node, const std::string& what, std::int64_t low, std::int64_t high) const;
    std::int32_t int32(const toml::node& node, const std::string& what) const;
    // The number a name of the table stands for. `kind` is what such a name is called: "no signal is called ...".
    std::uint64_t named(const toml::node& node, const std::string& what, const std::string& kind,
                        const NumberedNames& names) const;

private:
    const std::string& file_name_;
};

}  // namespace entryproof::checker
