/* Macros, comments, tabs and letters before what is warned about. */
/* flags: -Wconversion */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucilk/ucilk.h>

#define K 3
#define LONGER_THAN_ITS_VALUE 4
#define SUM(a, b) ((a) + (b))
#define TWICE(a) ((a) + (a))
#define SHORT the_long_name_of_a_function
#define SPAWN(call) spawn call
#define DO(x) do { x; } while (0)
#define EACH(i, n) for (int i = 0; i < n; i++)

int f(int *p);
int g(char c);
int SHORT(int *p);

int before(int n, long l)
{
	int x = K; /* é and 日本 */ f(l);
	int y /* comment */ = LONGER_THAN_ITS_VALUE;	g(l);
	x = K + LONGER_THAN_ITS_VALUE; y = spawn g(l);
	SHORT(3); spawn f(l); SHORT(4);
	/* several
	   lines */ spawn f(l);
	x = SUM(n,   f(l)); x += SUM(f(l), f(n)) + f(l);
	x = spawn SHORT(n); spawn f(n); spawn   g(l);
	SPAWN(f(l)); f(n);
	DO(spawn f(l)); f(n);
	DO(f(l));
	x = \
	   spawn f(l) ; f(n);
	assert(x > f(n)); f(l);
	if (errno == K && f(n) == EINVAL) spawn f(l);
	x = spawn f(  (int *) NULL  ); fprintf(stderr, "日本"); f(n);
	EACH(i, K) spawn g(l);
	"日本" [0]; f(n); char *é = f(NULL); f(é);
	sync; f(l);
	return x + y + TWICE(f(NULL));
}
