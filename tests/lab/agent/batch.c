// SPDX-License-Identifier: MIT
// Reads the batch, one word-separated line at a time.
#include <stdlib.h>
#include <string.h>

#include "channel.h"
#include "script.h"

static char* rest;
static char* word_position;

void set_batch(char* text) { rest = text; }

static char* next_line(void) {
    while (rest != NULL && *rest != '\0') {
        char* line = rest;
        char* end = strchr(rest, '\n');
        rest = end == NULL ? NULL : end + 1;
        if (end != NULL) *end = '\0';
        if (*line != '\0') return line;
    }
    return NULL;
}

static const char* word(void) { return strtok_r(NULL, " ", &word_position); }

static int64_t number_of(const char* text, const char* line) {
    char* end = NULL;
    if (text == NULL) give_up("a number is missing: %s", line);
    // Values are written signed or unsigned; both are the same 64 bits.
    int64_t value = *text == '-' ? (int64_t)strtoll(text, &end, 10) : (int64_t)strtoull(text, &end, 10);
    if (end == text || *end != '\0') give_up("not a number: %s", text);
    return value;
}

static int64_t number(const char* line) { return number_of(word(), line); }

// The next free place of a list.
static int next(int* count, int most, const char* line) {
    if (*count >= most) give_up("too many: %s", line);
    return (*count)++;
}

static int register_number(const char* line) {
    int64_t place = number(line);
    if (place < 0 || place >= registers) give_up("no such register: %s", line);
    return (int)place;
}

static void read_rule(struct filter* filter, const char* line) {
    if (filter == NULL) give_up("a rule without a filter");
    struct rule* rule = &filter->rules[next(&filter->count, most_rules, line)];
    const char* text = word();
    rule->any_number = text != NULL && strcmp(text, "*") == 0;
    if (!rule->any_number) rule->number = (uint32_t)number_of(text, line);
    text = word();
    rule->any_argument = text != NULL && strcmp(text, "*") == 0;
    if (!rule->any_argument) rule->argument = (uint64_t)number_of(text, line);
    rule->action = (uint32_t)number(line);
}

static void read_code(struct script* script, const char* line) {
    struct instruction* one = &script->program[next(&script->instruction_count, most_instructions, line)];
    const char* what = word();
    if (what != NULL && strcmp(what, "svc") == 0) {
        one->kind = do_svc;
    } else if (what != NULL && strcmp(what, "nop") == 0) {
        one->kind = do_nop;
    } else if (what != NULL && strcmp(what, "brk") == 0) {
        one->kind = do_brk;
    } else if (what != NULL && strcmp(what, "enter") == 0) {
        one->kind = do_enter;
    } else if (what != NULL && strcmp(what, "mov") == 0) {
        one->kind = do_mov;
        one->place = register_number(line);
        one->value = number(line);
    } else {
        give_up("no such instruction: %s", line);
    }
}

static void read_reply(struct script* script, const char* line) {
    struct notification* one = &script->notifications[next(&script->notification_count, most_notifications, line)];
    const char* what = word();
    if (what == NULL) give_up("a reply is missing");
    one->kind = strcmp(what, "error") == 0 ? reply_error : strcmp(what, "value") == 0 ? reply_value : reply_continue;
    one->value = one->kind == reply_continue ? 0 : number(line);
}

static void read_act(struct stop* stop, const char* line) {
    if (stop == NULL) give_up("an act without a stop");
    struct act* act = &stop->acts[next(&stop->act_count, most_acts, line)];
    const char* what = word();
    if (what == NULL) give_up("an act is missing");
    if (strcmp(what, "number") == 0 || strcmp(what, "options") == 0 || strcmp(what, "enter") == 0) {
        act->kind = *what == 'n' ? act_number : *what == 'o' ? act_options : act_enter;
        act->value = number(line);
        return;
    }
    act->kind = strcmp(what, "registers") == 0 ? act_registers : act_info;
    for (const char* place = word(); place != NULL; place = word()) {
        struct write* write = &act->writes[next(&act->count, most_writes, line)];
        write->place = (int)number_of(place, line);
        write->value = number(line);
    }
}

static void read_handler(struct script* script, const char* line) {
    struct handler* handler = &script->handlers[next(&script->handler_count, most_handlers, line)];
    handler->signal = (int)number(line);
    handler->flags = (uint64_t)number(line);
}

static void read_section(struct rseq_section* section, const char* line) {
    section->present = true;
    section->pointer = (enum rseq_pointer)number(line);
    section->version = (uint32_t)number(line);
    section->flags = (uint32_t)number(line);
    section->start = number(line);
    section->length = number(line);
    section->abort = number(line);
    section->debug = number(line) != 0;
}

// Flat: one arm per kind of line.
static void read_line(struct script* script, struct stop** stop, struct filter** filter, const char* key,
                      const char* line) {
    if (strcmp(key, "compat") == 0) {
        script->compat = true;
    } else if (strcmp(key, "untraced") == 0) {
        script->untraced = true;
    } else if (strcmp(key, "audit") == 0) {
        script->audit = true;
    } else if (strcmp(key, "options") == 0) {
        script->options = (uint64_t)number(line);
    } else if (strcmp(key, "blocked") == 0) {
        script->blocked = (uint64_t)number(line);
    } else if (strcmp(key, "ignored") == 0) {
        script->ignored = (uint64_t)number(line);
    } else if (strcmp(key, "register") == 0) {
        int place = register_number(line);
        script->values[place] = number(line);
    } else if (strcmp(key, "handler") == 0) {
        read_handler(script, line);
    } else if (strcmp(key, "handler-offset") == 0) {
        script->handler_offset = (int)number(line);
    } else if (strcmp(key, "start") == 0) {
        script->start = (int)number(line);
    } else if (strcmp(key, "rseq") == 0) {
        read_section(&script->rseq, line);
    } else if (strcmp(key, "tracepoints") == 0) {
        *(*stop != NULL ? &(*stop)->tracepoints : &script->tracepoints) = (int)number(line);
    } else if (strcmp(key, "code") == 0) {
        read_code(script, line);
    } else if (strcmp(key, "filter") == 0) {
        *filter = &script->filters[next(&script->filter_count, most_filters, line)];
    } else if (strcmp(key, "install") == 0) {
        *filter = &script->installs[next(&script->install_count, most_installs, line)];
    } else if (strcmp(key, "rule") == 0) {
        read_rule(*filter, line);
    } else if (strcmp(key, "notify") == 0) {
        read_reply(script, line);
    } else if (strcmp(key, "stop") == 0) {
        *stop = &script->stops[next(&script->stop_count, most_stops, line)];
        (*stop)->tracepoints = -1;
    } else if (strcmp(key, "child") == 0) {
        *stop = &script->child[next(&script->child_count, most_stops, line)];
        (*stop)->tracepoints = -1;
    } else if (strcmp(key, "exec") == 0) {
        script->has_exec = true;
        script->exec = number(line);
    } else if (*stop == NULL) {
        give_up("not understood: %s", line);
    } else if (strcmp(key, "act") == 0) {
        read_act(*stop, line);
    } else if (strcmp(key, "resume") == 0) {
        (*stop)->resume = (int)number(line);
        (*stop)->signal = (int)number(line);
    } else if (strcmp(key, "send") == 0) {
        (*stop)->send = (int)number(line);
    } else if (strcmp(key, "tsync") == 0) {
        (*stop)->tsync = script->sibling = true;
        *filter = &(*stop)->filter;
    } else {
        give_up("not understood: %s", line);
    }
}

bool next_script(struct script* script) {
    struct stop* stop = NULL;
    struct filter* filter = NULL;
    memset(script, 0, sizeof *script);
    script->index = -1;
    for (char* line = next_line(); line != NULL; line = next_line()) {
        const char* key = strtok_r(line, " ", &word_position);
        if (key == NULL) continue;
        if (strcmp(key, "script") == 0) {
            script->index = (int)number(line);
        } else if (strcmp(key, "end") == 0) {
            if (script->index < 0) give_up("an end without a script");
            return true;
        } else {
            read_line(script, &stop, &filter, key, line);
        }
    }
    if (script->index >= 0) give_up("script %d has no end", script->index);
    return false;
}
