// SPDX-License-Identifier: MIT
enum e { A = 1 << 3, B };
static int g(int a, int *b) { *b = a ?: B; return a; }
int f(int a)
{
	int b = 2;

	if (a && g(a, &b))
		goto out;
	switch (a) {
	case 1 ... 4:
		do {
			if (b)
				break;
			b++;
		} while (0);
	default:
		return ({ long kept = b; kept << 3; });
	}
out:
	return b & ~A;
}
