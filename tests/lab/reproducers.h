// SPDX-License-Identifier: MIT
// tests/lab/reproducers.md as data.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace entryproof::lab {

struct ReproducerRow {
    std::string id;                              // of the difference
    bool runs = false;                           // there is a program
    std::string reason;                          // why there is none
    std::map<std::string, std::string> behaves;  // kernel, by the first words of its name -> "legacy" or "generic"
    std::map<std::string, std::string> not_for;  // riscv64, x86-64 -> why the program is not for it
};

namespace reproducers_detail {

inline std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line.substr(1));
    for (std::string cell; std::getline(text, cell, '|');) {
        const std::size_t begin = cell.find_first_not_of(' ');
        const std::size_t end = cell.find_last_not_of(' ');
        cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, end - begin + 1));
    }
    return cells;
}

using Cells = std::vector<std::string>;

// The head row and a row, for each row of the n-th table that begins with an id.
inline std::vector<std::pair<Cells, Cells>> table(unsigned wanted) {
    std::ifstream file("tests/lab/reproducers.md");
    std::vector<std::pair<Cells, Cells>> rows;
    Cells head;
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("| ", 0) != 0) {
            if (line.rfind("|", 0) != 0) head.clear();
            continue;
        }
        const Cells cells = cells_of(line);
        if (head.empty()) {
            head = cells;
            ++number;
        }
        if (cells.size() != head.size()) throw std::runtime_error("a row of another length: " + line);
        const bool has_id = cells[0].find_first_not_of("0123456789abcdef") == std::string::npos;
        if (number == wanted && has_id) rows.emplace_back(head, cells);
    }
    if (rows.empty()) throw std::runtime_error("tests/lab/reproducers.md has no such table");
    return rows;
}

}  // namespace reproducers_detail

// The rows of the first table whose first cell is an id; the head row names the kernels. Throws std::runtime_error.
inline std::vector<ReproducerRow> reproducers() {
    std::vector<ReproducerRow> rows;
    for (const auto& [head, cells] : reproducers_detail::table(1)) {
        ReproducerRow row;
        row.id = cells[0];
        row.reason = cells[7];
        row.runs = row.reason.empty();
        for (std::size_t i = 2; i < 7; ++i) {
            const bool is_side = cells[i] == "legacy" || cells[i] == "generic";
            if (!is_side && i < 5 && row.runs) throw std::runtime_error(row.id + ": neither legacy nor generic");
            if (!cells[i].empty()) (is_side ? row.behaves : row.not_for)[head[i]] = cells[i];
        }
        if (row.runs == row.behaves.empty()) throw std::runtime_error(row.id + ": runs, or a reason");
        rows.push_back(row);
    }
    return rows;
}

// Those of the second table, of the converted tree; sides are "left" and "right".
inline std::vector<ReproducerRow> converted_reproducers() {
    std::vector<ReproducerRow> rows;
    for (const auto& [head, cells] : reproducers_detail::table(2)) {
        ReproducerRow row{cells[0], cells[5].empty(), cells[5], {}, {}};
        for (std::size_t i = 2; i < 5; ++i)
            if (!cells[i].empty()) row.behaves[head[i]] = cells[i];
        if (row.runs == row.behaves.empty()) throw std::runtime_error(row.id + ": runs, or a reason");
        rows.push_back(row);
    }
    return rows;
}

}  // namespace entryproof::lab
