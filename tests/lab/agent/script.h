// SPDX-License-Identifier: MIT
// One script as the agent runs it, read from the batch that the host wrote (tests/lab/batch.h has the format).
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    most_rules = 16,
    most_filters = 6,
    most_installs = 4,
    most_acts = 8,
    most_writes = 40,
    most_stops = 64,
    most_notifications = 16,
    most_instructions = 220,
    most_handlers = 8,
};

// Registers by number: 0..30, then these.
enum { register_sp = 31, register_pc = 32, registers = 33 };

struct rule {
    bool any_number, any_argument;
    uint32_t number;
    uint64_t argument;
    uint32_t action;
};

struct filter {
    int count;
    struct rule rules[most_rules];
};

enum act_kind { act_number, act_registers, act_options, act_info, act_enter };

struct write {
    int place;  // a register (pc counts from the text); of act_info: 0..5 an argument, 6 number, 7 result, 8 is_error
    int64_t value;
};

struct act {
    enum act_kind kind;
    int64_t value;
    int count;
    struct write writes[most_writes];
};

struct stop {
    int act_count;
    struct act acts[most_acts];
    int resume, signal, send;
    int tracepoints;  // -1: left as they are
    bool tsync;
    struct filter filter;
};

enum reply_kind { reply_continue, reply_error, reply_value };

struct notification {
    enum reply_kind kind;
    int64_t value;
};

enum instruction_kind { do_svc, do_mov, do_nop, do_brk, do_enter };

struct instruction {
    enum instruction_kind kind;
    int place;
    int64_t value;
};

struct handler {
    int signal;
    uint64_t flags;
};

enum rseq_pointer { to_section, to_nothing, to_kernel };

// Offsets count from the text.
struct rseq_section {
    bool present, debug;
    enum rseq_pointer pointer;
    uint32_t version, flags;
    int64_t start, length, abort;
};

struct script {
    int index;
    bool compat, untraced, audit, sibling;
    uint64_t options, blocked, ignored;
    int handler_offset;  // of the one handler in the text
    int64_t values[registers];
    int handler_count;
    struct handler handlers[most_handlers];
    int start, tracepoints;
    bool has_exec;
    int64_t exec;  // where the program of execve begins
    struct rseq_section rseq;
    int instruction_count;
    struct instruction program[most_instructions];
    int filter_count;
    struct filter filters[most_filters];
    int install_count;
    struct filter installs[most_installs];
    int notification_count;
    struct notification notifications[most_notifications];
    int stop_count;
    struct stop stops[most_stops];
    int child_count;
    struct stop child[most_stops];
};

enum { request_detach = 17, request_kill = 8, request_die = 255 };

// The next script of the batch; false at its end. What cannot be understood ends the run.
bool next_script(struct script* script);
void set_batch(char* text);
