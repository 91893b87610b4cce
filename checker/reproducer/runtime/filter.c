// SPDX-License-Identifier: MIT
/* The tracee's filters look at nothing but what the text does. */
#include <linux/filter.h>
#include <linux/seccomp.h>

struct rule {
	int nr;
	unsigned int action;
};

static struct {	//@shared {
	int listener;		/* in the tracee */	//@listener
	volatile bool wanted;	/* what the sibling is to do, and did */	//@tsync
	volatile int answer;	//@tsync
} *shared;

//@}
static bool add_filter(const struct rule *rules, int count, unsigned int flags)
{
	const uint64_t first = (uint64_t)text, last = (uint64_t)text_end;
	const unsigned int pc = offsetof(struct seccomp_data, instruction_pointer);
	struct sock_filter code[64] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, pc + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(first >> 32), 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, pc),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)first, 0, 1),
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)last, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = { 7, code };

	for (int i = 0; i < count; i++) {
		code[program.len++] = (struct sock_filter)
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)host_number(rules[i].nr), 0, 1);
		code[program.len++] = (struct sock_filter)
			BPF_STMT(BPF_RET | BPF_K, rules[i].action);
	}
	code[program.len++] = (struct sock_filter)
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	const long answer = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);

	if (flags & SECCOMP_FILTER_FLAG_NEW_LISTENER)	//@listener
		shared->listener = (int)answer;	//@listener
	return flags == SECCOMP_FILTER_FLAG_TSYNC ? answer == 0 : answer >= 0;	//@tsync
	return answer >= 0;	//@!tsync
}
