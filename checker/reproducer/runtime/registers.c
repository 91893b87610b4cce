// SPDX-License-Identifier: MIT
/* The registers are read, some are changed, and all are written back. */	//@writes {
static void write_registers(pid_t pid, const struct write *writes, int count)
{
	unsigned long word[WORDS];

	regset(PTRACE_GETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
	for (int i = 0; i < count; i++) {
		if (writes[i].reg == PC)
			word[PC_WORD] = (unsigned long)text + (unsigned long)writes[i].value;
		else
			word[word_of(writes[i].reg)] = (unsigned long)writes[i].value;
	}
	regset(PTRACE_SETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
}

//@}
/* From its SIGSTOP to the first instruction of the text. */
static void begin_text(pid_t pid, const struct write *writes, size_t count)
{
	unsigned long word[WORDS];

	regset(PTRACE_GETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
	for (int reg = 0; reg < ZEROED; reg++)
		word[word_of(reg)] = 0;
	for (size_t i = 0; i < count; i++)
		word[word_of(writes[i].reg)] = (unsigned long)writes[i].value;
	word[word_of(8)] = (unsigned long)(long)host_number((int)word[word_of(8)]);
	word[PC_WORD] = (unsigned long)text;
#ifdef RESTART_WORD
	word[RESTART_WORD] = -1ul;
#endif
	regset(PTRACE_SETREGSET, pid, NT_PRSTATUS, word, sizeof(word));
}
