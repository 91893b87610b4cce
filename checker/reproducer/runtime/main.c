// SPDX-License-Identifier: MIT
/* A "-" is what this machine cannot show. */
static bool same_line(const char *expected, const char *line)
{
	while (*expected && *line) {
		const size_t wanted = strcspn(expected, " "), is = strcspn(line, " ");

		if (strncmp(line, "- ", 2) && (wanted != is || memcmp(expected, line, is)))
			return false;
		expected += wanted + strspn(expected + wanted, " ");
		line += is + strspn(line + is, " ");
	}
	return !*expected && !*line;
}

static bool is_of(const char *line, const char *observer)
{
	return !strncmp(line, observer, strlen(observer)) && line[strlen(observer)] == ':';
}

/* Each observer has an order of its own; what two of them see has none. */
static bool same_for(const char *observer, const char *const *expected)
{
	int i = 0;

	for (; *expected; expected++) {
		if (!is_of(*expected, observer))
			continue;
		while (i < seen_count && !is_of(seen[i], observer))
			i++;
		if (i == seen_count || !same_line(*expected, seen[i++]))
			return false;
	}
	while (i < seen_count && !is_of(seen[i], observer))
		i++;
	return i == seen_count;
}

static bool behaves_like(const char *const *expected)
{
	static const char *const observers[] = { "tracer", "seccomp", "audit", "tracepoints", "user" };

	for (size_t i = 0; i < sizeof(observers) / sizeof(observers[0]); i++)
		if (!same_for(observers[i], expected))
			return false;
	return true;
}

static void print_expected(const char *who, const char *const *expected)
{
	printf("# %s shows:\n", who);
	for (; *expected; expected++)
		printf("#   %s\n", *expected);
}

static int usage(const char *name)
{
	fprintf(stderr, "usage: %s [--expect left|right]\nleft: %s\nright: %s\n", name, LEFT, RIGHT);
	return KSFT_FAIL;
}

int main(int count, char **arguments)
{
	const char *wanted = count == 3 && !strcmp(arguments[1], "--expect") ? arguments[2] : NULL;
	const bool wants_left = wanted && !strcmp(wanted, "left");
	const bool wants_right = wanted && !strcmp(wanted, "right");
	const int plan = wanted ? 3 : 2;
	bool done, left, right;
	int failed;

	if (count != 1 && !wants_left && !wants_right)
		return usage(arguments[0]);
	restart_without_rseq(arguments);	//@rseq
	sigaction(SIGALRM, &(struct sigaction){ .sa_handler = on_alarm }, NULL);
	printf("KTAP version 1\n");
	alarm(PATIENCE);
	done = make_situation();
	left = done && behaves_like(left_shows);
	right = done && behaves_like(right_shows);
	printf("1..%d\n", plan);
	for (int i = 0; i < seen_count; i++)
		printf("# saw %s\n", seen[i]);
	printf("%s 1 the situation was set up and came to its end\n", done ? "ok" : "not ok");
	if (!left && !right) {
		print_expected(LEFT, left_shows);
		print_expected(RIGHT, right_shows);
	}
	printf("# behaves like: %s\n", left ? LEFT : right ? RIGHT : "neither");
	printf("%s 2 the kernel behaves like one of the two\n", left || right ? "ok" : "not ok");
	failed = !done + !(left || right);
	if (wanted) {
		const bool as_wanted = (wants_left && left) || (wants_right && right);

		printf("%s 3 it is the one that was expected\n", as_wanted ? "ok" : "not ok");
		failed += !as_wanted;
	}
	printf("# Totals: pass:%d fail:%d xfail:0 xpass:0 skip:0 error:0\n", plan - failed, failed);
	return failed ? KSFT_FAIL : KSFT_PASS;
}
