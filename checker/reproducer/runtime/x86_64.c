// SPDX-License-Identifier: MIT
/*
 * The same situation on x86-64, which is on generic entry. Registers are called as on arm64: x0 is
 * the first argument, then the result, x8 the number. Each instruction is 4 bytes long, too. What
 * only arm64 has is not compared: the marker in x7, the number forgotten at a signal.
 */
#define SYSCALL "\t.byte\t0x3e, 0x3e, 0x0f, 0x05\n"
#define NOP "\t.byte\t0x0f, 0x1f, 0x40, 0x00\n"
#define TRAP "\tint3\n"
#define FIRST_ARGUMENT_0 "\tmov\t$0, %edi\n"
#define NUMBER_EXIT_GROUP "\tmov\t$231, %eax\n"

/* NT_PRSTATUS as words: those of struct user_regs_struct. */
#define WORDS 27
#define PC_WORD 16
#define ZEROED 9
#define RESTART_WORD 15	/* orig_rax: -1 is nothing to restart */

static int word_of(int reg)
{
	static const int words[] = { 14, 13, 12, 7, 9, 8, 1, 0, 10 };

	return words[reg];
}

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

#define host_number(number) translated(number, 0)
#define told_number(number) translated(number, 1)	//@told_number

static void set_number(pid_t pid, int number)	//@sets_number {
{
	unsigned long word[WORDS];

	regset(PTRACE_GETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
	word[15] = (unsigned long)(long)host_number(number);
	regset(PTRACE_SETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
}

//@}
static void tell_registers(pid_t pid, enum stop_kind kind, const unsigned long *word, char *line, size_t size)	//@stops {
{
	const long x0 = (long)word[kind == ENTRY_STOP ? 14 : 10];
	char number[16] = "-";

	if (kind != SIGNAL_STOP)
		snprintf(number, sizeof(number), "%d", translated((int)word[15], 1));
	snprintf(line, size, "nr %s x0 %s x7 -", number, value(x0, pid));
}
//@}
