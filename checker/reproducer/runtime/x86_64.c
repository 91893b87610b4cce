// SPDX-License-Identifier: MIT
/*
 * The same situation on x86-64, which is on generic entry. Registers are called as on arm64: x0 is
 * the first argument, then the result, x8 the number. Each instruction is 4 bytes long, too. What
 * only arm64 has is not compared: the marker in x7, the number forgotten at a signal.
 */
#include <sys/user.h>

#define SYSCALL "\t.byte\t0x3e, 0x3e, 0x0f, 0x05\n"
#define NOP "\t.byte\t0x0f, 0x1f, 0x40, 0x00\n"
#define TRAP "\tint3\n"
#define FIRST_ARGUMENT_0 "\tmov\t$0, %edi\n"
#define NUMBER_EXIT_GROUP "\tmov\t$231, %eax\n"

/* Numbers in this program are those of arm64. */
static const int numbers[][2] = {
	{ 172, SYS_getpid }, { 178, SYS_gettid }, { 124, SYS_sched_yield }, { 174, SYS_getuid },
	{ 175, SYS_geteuid }, { 176, SYS_getgid }, { 177, SYS_getegid }, { 94, SYS_exit_group },
	{ 220, SYS_clone },
};

static int translated(int number, int from)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (numbers[i][from] == number)
			return numbers[i][1 - from];
	return number;
}

static __attribute__((unused)) int host_number(int number)
{
	return translated(number, 0);
}

static int told_number(int number)
{
	return translated(number, 1);
}

static void get_registers(pid_t pid, struct user_regs_struct *registers)
{
	struct iovec io = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &io))
		skip("PTRACE_GETREGSET");
}

static void put_registers(pid_t pid, struct user_regs_struct *registers)
{
	struct iovec io = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &io))
		skip("PTRACE_SETREGSET");
}

static __attribute__((unused)) void set_number(pid_t pid, int number)
{
	struct user_regs_struct registers;

	get_registers(pid, &registers);
	registers.orig_rax = (unsigned long long)(long long)host_number(number);
	put_registers(pid, &registers);
}

/* From its SIGSTOP to the first instruction of the text. */
static void begin_text(pid_t pid, const struct write *writes, int count)
{
	struct user_regs_struct r;
	unsigned long long *places[] = { &r.rdi, &r.rsi, &r.rdx, &r.r10, &r.r8, &r.r9,
					 &r.r14, &r.r15, &r.rax };

	get_registers(pid, &r);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		*places[i] = 0;
	for (int i = 0; i < count; i++)
		*places[writes[i].reg] = (unsigned long long)writes[i].value;
	r.rax = (unsigned long long)host_number((int)r.rax);
	r.orig_rax = -1ull;	/* nothing to restart */
	r.rip = (uint64_t)text;
	put_registers(pid, &r);
}

static void tell_registers(pid_t pid, bool is_argument, char *line, size_t size)
{
	struct user_regs_struct registers;

	get_registers(pid, &registers);
	snprintf(line, size, "nr %d x0 %s x7 - pc %+ld", told_number((int)registers.orig_rax),
		 value((long)(is_argument ? registers.rdi : registers.rax), pid),
		 (long)(registers.rip - (uint64_t)text));
}

static bool same_line(const char *expected, const char *line)
{
	const bool is_signal_stop = strstr(line, " message 0 ") != NULL;
	char copies[2][256], *state[2], *word[2], *before = NULL;

	snprintf(copies[0], sizeof(copies[0]), "%s", expected);
	snprintf(copies[1], sizeof(copies[1]), "%s", line);
	for (int i = 0; i < 2; i++)
		word[i] = strtok_r(copies[i], " ", &state[i]);
	while (word[0] && word[1]) {
		const bool counts = !before || !(!strcmp(before, "x7") ||
						 (is_signal_stop && !strcmp(before, "nr")));

		if (counts && strcmp(word[0], word[1]))
			return false;
		before = word[0];
		for (int i = 0; i < 2; i++)
			word[i] = strtok_r(NULL, " ", &state[i]);
	}
	return !word[0] && !word[1];
}
