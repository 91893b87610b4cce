// SPDX-License-Identifier: MIT
static volatile sig_atomic_t expired;

/* The first time waiting ends; the second time everything does. */
static void on_alarm(int signal)
{
	if (expired)
		_exit(KSFT_FAIL);
	expired = signal;
	alarm(PATIENCE);
}

static bool is_traced = START_REQUEST != PTRACE_DETACH;

static void resume(pid_t pid, int request, int signal)
{
	if (request == PTRACE_DETACH)
		is_traced = false;
	if (ptrace((enum __ptrace_request)request, pid, 0, (void *)(long)signal))
		skip("resuming the tracee");
}

static unsigned long long pending_signals(pid_t pid)	//@stops {
{
	unsigned long long set = 0;
	siginfo_t queue[32];

	for (unsigned int of_process = 0; of_process < 2; of_process++) {
		struct __ptrace_peeksiginfo_args which = { 0, of_process, 32 };
		const long count = ptrace(PTRACE_PEEKSIGINFO, pid, &which, queue);

		for (long i = 0; i < count; i++)
			set |= 1ull << (queue[i].si_signo - 1);
	}
	return set;
}

static void tell_stop(pid_t pid, int status)
{
	char registers[128], code[16] = "none", rseq[16] = "";
	unsigned long message = 0, word[WORDS];
	enum stop_kind kind;
	siginfo_t info;

	if (!ptrace(PTRACE_GETSIGINFO, pid, 0, &info))
		snprintf(code, sizeof(code), info.si_code > 9 ? "0x%x" : "%d", (unsigned int)info.si_code);
	ptrace(PTRACE_GETEVENTMSG, pid, 0, &message);
	if (status >> 8 == (SIGTRAP | PTRACE_EVENT_FORK << 8))	//@forks
		child_of_tracee = (pid_t)message;	//@forks
	regset(PTRACE_GETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
	kind = status >> 16 || message == 1 ? ENTRY_STOP : message == 2 ? EXIT_STOP : SIGNAL_STOP;
	tell_registers(pid, kind, word, registers, sizeof(registers));
	snprintf(rseq, sizeof(rseq), " cs %d", rseq_points(pid));	//@rseq
	say("tracer: stop status 0x%x code %s message %s %s pc %+ld pending 0x%llx%s",
	    (unsigned int)status >> 8, code, value((long)message, pid), registers,
	    (long)(word[PC_WORD] - (unsigned long)text), pending_signals(pid), rseq);
}

//@}
/* The tracee's next status; -1: none comes. A child that it makes stays in its first stop. */
static int next_status(pid_t pid)
{
	int status;

	while (!expired) {
		pid_t got = waitpid(-1, &status, __WALL);	//@!listener
		pid_t got = waitpid(-1, &status, listener < 0 ? __WALL : __WALL | WNOHANG);	//@listener

		if (got == pid)
			return status;
		if (got < 0 && errno != EINTR)
			break;
		if (got == 0)	//@listener
			supervise();	//@listener
	}
	return -1;
}

static bool ended(int status)
{
	if (WIFEXITED(status))
		say(is_traced ? "tracer: exited %d" : "user: exit %d", WEXITSTATUS(status));
	else if (WIFSIGNALED(status))
		say(is_traced ? "tracer: killed %d" : "user: ended by signal %d", WTERMSIG(status));
	return WIFEXITED(status) || WIFSIGNALED(status);
}

/* The tracee runs the text, and everything that anybody sees becomes a line. */
static bool run(pid_t pid)
{
	int status = next_status(pid);

	for (unsigned int stop = 0; status != -1 && stop < MOST_STOPS; stop++) {	//@stops {
		if (ended(status))
			return true;
		tell_stop(pid, status);
		in_stop(pid, stop);
		status = next_status(pid);
	}
	//@}
	if (status != -1 && ended(status))	//@!stops
		return true;	//@!stops
	kill(pid, SIGKILL);
	return false;
}

/* What goes wrong here the tracer sees as the end of the tracee. */
static void tracee(void) __attribute__((noreturn));
static void tracee(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);	//@!dies
	close(report);	//@dies
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) || !set_up_tracee())
		_exit(KSFT_SKIP);
	syscall(SYS_tgkill, getpid(), getpid(), SIGSTOP);
	_exit(KSFT_FAIL);	/* the tracer moves pc into the text */
}

static bool make_situation(void)	//@!dies
static bool trace(void)	//@dies
{
	const uint64_t no_signal = 0;
	pid_t pid;
	int status;
	bool done;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);	//@shared
	if (shared == MAP_FAILED)	//@shared
		skip("a page for the tracee and its tracer");	//@shared
	switch_rseq_debug(RSEQ_CHECK);	//@rseq
	open_tracepoints();	//@tracepoints
	open_audit();	//@audit
	fflush(stdout);
	pid = fork();
	if (pid == 0)
		tracee();
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		skip("fork()");
	if (WIFEXITED(status)) {
		errno = 0;
		skip("ptrace(), seccomp() or rseq() in the tracee");
	}
	take_listener(pid);	//@listener
	if (ptrace(PTRACE_SETOPTIONS, pid, 0, (void *)(long)TRACEE_OPTIONS))
		skip("PTRACE_SETOPTIONS");
	begin_text(pid, tracee_registers, sizeof(tracee_registers) / sizeof(tracee_registers[0]));
	if (ptrace(PTRACE_SETSIGMASK, pid, (void *)sizeof(no_signal), &no_signal))
		skip("PTRACE_SETSIGMASK");
	watch_audit(pid);	//@audit
	watch_tracepoints(pid);	//@tracepoints
	resume(pid, START_REQUEST, 0);
	done = run(pid);
	if (child_of_tracee)	//@forks
		kill(child_of_tracee, SIGKILL);	//@forks
	if (done)	//@audit
		tell_audit(pid);	//@audit
	if (done)	//@tracepoints
		tell_tracepoints(pid);	//@tracepoints
	return done;
}
