// SPDX-License-Identifier: MIT
#define SYSCALL "\tsvc\t#0\n"
#define NOP "\tnop\n"
#define TRAP "\tbrk\t#0\n"
#define FIRST_ARGUMENT_0 "\tmov\tx0, #0\n"
#define NUMBER_EXIT_GROUP "\tmov\tx8, #94\n"
#define ENTER_SECTION "\tstr\tx28, [x27]\n"	//@rseq
#define RSEQ_SIGNATURE 0xd4200000	/* TRAP, the instruction before the abort address */	//@rseq

/* NT_PRSTATUS as words: x0 to x30, sp, pc, pstate. */
#define WORDS 34
#define PC_WORD 32
#define ZEROED 31
#define word_of(reg) (reg)
#define host_number(number) (number)
#define told_number(number) (number)	//@told_number

#define NT_NUMBER 0x404	/* NT_ARM_SYSTEM_CALL */	//@stops

static void set_number(pid_t pid, int number)	//@sets_number {
{
	regset(PTRACE_SETREGSET, pid, NT_NUMBER, &number, sizeof(number));
}

//@}
/* x7 says whether the stop is of the entry or the exit. */	//@stops {
static void tell_registers(pid_t pid, enum stop_kind kind, const unsigned long *word, char *line, size_t size)
{
	int number = 0;

	(void)kind;
	regset(PTRACE_GETREGSET, pid, NT_NUMBER, &number, sizeof(number));
	snprintf(line, size, "nr %d x0 %s x7 %ld", number, value((long)word[0], pid), (long)word[7]);
}
//@}
