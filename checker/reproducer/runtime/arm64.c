// SPDX-License-Identifier: MIT
#define SYSCALL "\tsvc\t#0\n"
#define NOP "\tnop\n"
#define TRAP "\tbrk\t#0\n"
#define FIRST_ARGUMENT_0 "\tmov\tx0, #0\n"
#define NUMBER_EXIT_GROUP "\tmov\tx8, #94\n"
#define ENTER_SECTION "\tstr\tx28, [x27]\n"

#define host_number(number) (number)
#define told_number(number) (number)
#define same_line(expected, line) (!strcmp(expected, line))

#define NT_NUMBER 0x404	/* NT_ARM_SYSTEM_CALL */

struct registers {
	uint64_t x[31], sp, pc, pstate;
};

static void get_registers(pid_t pid, struct registers *registers)
{
	struct iovec io = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &io))
		skip("PTRACE_GETREGSET");
}

static void put_registers(pid_t pid, struct registers *registers)
{
	struct iovec io = { registers, sizeof(*registers) };

	if (ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &io))
		skip("PTRACE_SETREGSET");
}

/* The registers are read, some are changed, and all are written back. */
static __attribute__((unused)) void
write_registers(pid_t pid, const struct write *writes, int count)
{
	struct registers registers;

	get_registers(pid, &registers);
	for (int i = 0; i < count; i++) {
		if (writes[i].reg == PC)
			registers.pc = (uint64_t)text + writes[i].value;
		else
			registers.x[writes[i].reg] = writes[i].value;
	}
	put_registers(pid, &registers);
}

static int get_number(pid_t pid)
{
	int number = 0;
	struct iovec io = { &number, sizeof(number) };

	if (ptrace(PTRACE_GETREGSET, pid, NT_NUMBER, &io))
		skip("PTRACE_GETREGSET of NT_ARM_SYSTEM_CALL");
	return number;
}

static __attribute__((unused)) void set_number(pid_t pid, int number)
{
	struct iovec io = { &number, sizeof(number) };

	if (ptrace(PTRACE_SETREGSET, pid, NT_NUMBER, &io))
		skip("PTRACE_SETREGSET of NT_ARM_SYSTEM_CALL");
}

/* From its SIGSTOP to the first instruction of the text. */
static void begin_text(pid_t pid, const struct write *writes, int count)
{
	struct registers registers;

	get_registers(pid, &registers);
	memset(registers.x, 0, sizeof(registers.x));
	registers.pc = (uint64_t)text;
	for (int i = 0; i < count; i++)
		registers.x[writes[i].reg] = writes[i].value;
	put_registers(pid, &registers);
}

/* Registers as a stop shows them. x7 says whether the stop is of the entry or the exit. */
static void tell_registers(pid_t pid, bool is_argument, char *line, size_t size)
{
	struct registers registers;

	(void)is_argument;
	get_registers(pid, &registers);
	snprintf(line, size, "nr %d x0 %s x7 %ld pc %+ld", get_number(pid),
		 value((long)registers.x[0], pid), (long)registers.x[7],
		 (long)(registers.pc - (uint64_t)text));
}
