// SPDX-License-Identifier: MIT
/* One critical section, and the area that may point to it. The C library's own area is off. */
#define RSEQ_DEBUG "/sys/kernel/debug/rseq/debug"

static struct {
	uint32_t cpu_id_start, cpu_id;
	uint64_t rseq_cs;
	uint32_t flags, unused[3];
} rseq_area __attribute__((aligned(32)));

static struct {
	uint32_t version, flags;
	uint64_t start, length, abort;
} rseq_section __attribute__((aligned(32)));

static void restart_without_rseq(char **arguments)
{
	static const char name[] = "GLIBC_TUNABLES", off[] = "glibc.pthread.rseq=0";
	const char *tunables = getenv(name);

	if (tunables && !strcmp(tunables, off))
		return;
	setenv(name, off, 1);
	execv("/proc/self/exe", arguments);
	perror("/proc/self/exe");
	_exit(KSFT_SKIP);
}

static bool register_rseq(void)
{
	rseq_section.start = (uint64_t)text + SECTION_START;
	rseq_section.length = SECTION_LENGTH;
	rseq_section.abort = (uint64_t)text + SECTION_ABORT;
	return syscall(SYS_rseq, &rseq_area, sizeof(rseq_area), 0, RSEQ_SIGNATURE) == 0;
}

/* The tracer writes the pointer, or empties it. */	//@enters {
static void point_rseq(pid_t pid, bool enters)
{
	if (ptrace(PTRACE_POKEDATA, pid, &rseq_area.rseq_cs, enters ? &rseq_section : NULL))
		skip("PTRACE_POKEDATA");
}

//@}
static int rseq_points(pid_t pid)	//@stops {
{
	errno = 0;
	const long pointer = ptrace(PTRACE_PEEKDATA, pid, &rseq_area.rseq_cs, NULL);

	return errno ? -1 : pointer != 0;
}

//@}
/* The kernel's own switch of the check, put back at the end. */
static char debug_before;

static bool put_rseq_debug(char on)
{
	const int fd = open(RSEQ_DEBUG, O_WRONLY | O_CLOEXEC);
	const bool done = fd >= 0 && write(fd, &on, 1) == 1;

	close(fd);
	return done;
}

static void restore_rseq_debug(void)
{
	put_rseq_debug(debug_before);
}

static void switch_rseq_debug(char on)
{
	const int fd = open(RSEQ_DEBUG, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || read(fd, &debug_before, 1) != 1)
		skip(RSEQ_DEBUG ", which root has where debugfs is");
	close(fd);
	if (!put_rseq_debug(on))
		skip(RSEQ_DEBUG);
	atexit(restore_rseq_debug);
}
