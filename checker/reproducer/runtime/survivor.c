// SPDX-License-Identifier: MIT
/* When its tracer has died, the tracee is ours. */
static bool outlive_tracer(void)
{
	int status;

	is_traced = false;
	while (!expired)
		if (waitpid(-1, &status, __WALL) > 0 && ended(status))
			return true;
	return false;
}

static bool make_situation(void)
{
	int status = 0, ends[2];
	char line[256];
	FILE *lines;
	pid_t tracer;

	if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) || pipe(ends))
		skip("a tracer of its own");
	report = ends[1];
	fflush(stdout);
	tracer = fork();
	if (tracer == 0) {
		alarm(PATIENCE);
		leave(trace() ? KSFT_PASS : KSFT_FAIL);
	}
	close(report);
	lines = fdopen(ends[0], "r");
	while (lines && fgets(line, sizeof(line), lines))
		say("%.*s", (int)strcspn(line, "\n"), line);
	if (waitpid(tracer, &status, 0) != tracer || !WIFEXITED(status))
		return false;
	if (WEXITSTATUS(status) == KSFT_SKIP)
		exit(KSFT_SKIP);
	return WEXITSTATUS(status) == KSFT_DIED ? outlive_tracer() : WEXITSTATUS(status) == KSFT_PASS;
}
