// SPDX-License-Identifier: MIT
/*
 * The same situation on riscv64, which is on generic entry. Registers are called as on arm64: x0 is
 * a0, x8 the number in a7. What only arm64 has is not compared: the marker in x7, the number
 * forgotten at a signal.
 */
#define FULL(instruction) "\t.option push\n\t.option norvc\n\t" instruction "\n\t.option pop\n"
#define SYSCALL FULL("ecall")
#define NOP FULL("nop")
#define TRAP FULL("ebreak")
#define FIRST_ARGUMENT_0 FULL("li\ta0, 0")
#define NUMBER_EXIT_GROUP FULL("li\ta7, 94")
#define ENTER_SECTION FULL("sd\ts11, 0(s10)")	//@rseq
#define RSEQ_SIGNATURE 0x00100073	/* TRAP, the instruction before the abort address */	//@rseq

/* NT_PRSTATUS as words: pc, ra to t2 (1 to 7), s0, s1, a0 to a7 (10 to 17), s2 to s11, t3 to t6. */
#define WORDS 32
#define PC_WORD 0
#define ZEROED 9
#define host_number(number) (number)
#define told_number(number) (number)	//@told_number

/* x7 has no place among the arguments; x27 and x28 are s10 and s11. */
static int word_of(int reg)
{
	return reg < 7 ? 10 + reg : reg == 7 ? 18 : reg == 8 ? 17 : reg - 1;
}

static void set_number(pid_t pid, int number)	//@sets_number {
{
	unsigned long word[WORDS];

	regset(PTRACE_GETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
	word[17] = (unsigned long)number;
	regset(PTRACE_SETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
}

//@}
/* a0 holds the result from the start; the argument is beside the registers. */	//@stops {
static long first_argument(pid_t pid)
{
	char path[32];
	unsigned long argument;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/syscall", pid);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%*d %lx", &argument) != 1)
		skip(path);
	fclose(file);
	return (long)argument;
}

static void tell_registers(pid_t pid, enum stop_kind kind, const unsigned long *word, char *line, size_t size)
{
	const long x0 = kind == ENTRY_STOP ? first_argument(pid) : (long)word[10];
	char number[16] = "-";

	if (kind != SIGNAL_STOP)
		snprintf(number, sizeof(number), "%d", (int)word[17]);
	snprintf(line, size, "nr %s x0 %s x7 -", number, value(x0, pid));
}
//@}
