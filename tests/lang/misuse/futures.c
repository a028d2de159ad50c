/*
 * Mistakes with futures: the first argument is the number of one.  Behind each
 * stands what is said of it; HERE is the line below, MADE that of `make'.  What
 * the tool would see before the run is computed.
 */
#include <ucilk/macros.h>

#include <stdio.h>
#include <stdlib.h>

cilk_task(long, one, (long) n)
{
    return n;
}

cilk_task(void, none)
{
}

static ucilk_future_t f, of_void, of_value, zero;
static ucilk_promise_t promise, no_promise;

cilk_task(void, make)
{
    f = cilk_future(one, 1), of_void = cilk_future(none),
    of_value = ucilk_future_from(int, 3), promise = ucilk_promise_make(int, 1);
}

static void use_up(void)
{
    for (int i = 0; i < 100; i++)
        ucilk_future_get(int, ucilk_future_from(int, i));
    ucilk_future_get(long, f);
    for (int i = 0; i < 100; i++)
        ucilk_future_get(int, ucilk_future_from(int, i));
}

cilk_task(void, run, (int) mistake)
{
    char part[8];
    make();
    switch (mistake) {
    case 1:
        /* HERE: get of no future: its handle is all zero */
        ucilk_future_get(long, zero);
        break;
    case 2:
        /* HERE: share of no future: its handle is all zero */
        ucilk_future_share(&zero, 1);
        break;
    case 3:
        /* HERE: set of no future: its handle is all zero */
        ucilk_promise_set(int, no_promise, 1);
        break;
    case 4:
        /* HERE: look of no future: its handle is all zero */
        ucilk_future_done(zero);
        break;
    case 5:
        ucilk_future_get(long, f);
        /* HERE: get of a future that is used up: the future of `one' (MADE) has been got */
        ucilk_future_get(long, f);
        break;
    case 6:
        use_up();
        /* HERE: get of a future that is used up: the future of `one' (MADE) has been got */
        ucilk_future_get_part(f, 0, 8, part);
        break;
    case 7:
        ucilk_future_share(&f, 2);
        ucilk_future_get(long, f);
        ucilk_future_get(long, f);
        ucilk_future_get(long, f);
        /* HERE: share of a future that is used up: the future of `one' (MADE) has been got */
        ucilk_future_share(&f, 1);
        break;
    case 8:
        use_up();
        /* HERE: look of a future that is used up: the future of `one' (MADE) has been got */
        ucilk_future_done(f);
        break;
    case 9:
        ucilk_future_get(int, of_value);
        /* HERE: get of a future that is used up: the future made from a value at MADE+1 has been got */
        ucilk_future_get(int, of_value);
        break;
    case 10:
        ucilk_future_get(void, of_void);
        /* HERE: get of a future that is used up: the future of `none' (MADE) has been got */
        ucilk_future_get(void, of_void);
        break;
    case 11:
        ucilk_promise_set(int, promise, 1);
        ucilk_future_get(int, ucilk_promise_future(promise));
        /* HERE: set of a future that is used up: the promise made at MADE+1 has been got */
        ucilk_promise_set(int, promise, 1);
        break;
    case 12:
        /* HERE: get of 4 bytes from byte 0 on: the result of the future of `one' (MADE) has 8 bytes */
        ucilk_future_get(int, f);
        break;
    case 13:
        /* HERE: get of 0 bytes from byte 0 on: the result of the future of `one' (MADE) has 8 bytes */
        ucilk_future_get(void, f);
        break;
    case 14:
        /* HERE: get of 8 bytes from byte 0 on: the result of the future of `none' (MADE) has 0 bytes */
        ucilk_future_get(long, of_void);
        break;
    case 15:
        /* HERE: get of 5 bytes from byte 4 on: the result of the future of `one' (MADE) has 8 bytes */
        ucilk_future_get_part(f, 4, 5, part);
        break;
    case 16:
        /* HERE: get of 2 bytes from byte 18446744073709551615 on: the result of the future of `one' (MADE) has 8 bytes */
        ucilk_future_get_part(f, -1ul, 2, part);
        break;
    case 17:
        /* HERE: set of 8 bytes from byte 0 on: the result of the promise made at MADE+1 has 4 bytes */
        ucilk_promise_set(long, promise, 1);
        break;
    case 18:
        /* HERE: cilk_future for 0 consumers: their number is from 1 to 1000000000 */
        cilk_future_k(mistake - 18, one, 2);
        break;
    case 19:
        /* HERE: cilk_future for 1000000001 consumers: their number is from 1 to 1000000000 */
        cilk_future_k(UCILK_FUTURE_MAX_CONSUMERS + mistake - 18, one, 2);
        break;
    case 20:
        /* HERE: ucilk_promise_make for -1 consumers: their number is from 1 to 1000000000 */
        ucilk_promise_make(void, -1);
        break;
    case 21:
        /* HERE: share for 0 consumers more: it adds at least one */
        ucilk_future_share(&f, 0);
        break;
    case 22:
        /* HERE: share for 1000000000 consumers more: the number of those left, 1, and them together is to be at most 1000000000 */
        ucilk_future_share(&f, UCILK_FUTURE_MAX_CONSUMERS);
        break;
    case 23:
        ucilk_promise_set(int, promise, 1);
        /* HERE: set of the promise made at MADE+1, which is set already */
        ucilk_promise_set(int, promise, 1);
        break;
    case 24:
        no_promise.future = f;
        /* HERE: set of the future of `one' (MADE), which is no promise */
        ucilk_promise_set(long, no_promise, 1);
        break;
    case 25:
        /* HERE: share for -1 consumers more: it adds at least one */
        ucilk_future_share(&f, -1);
        break;
    case 26:
        /* deadlock: HERE: get of the promise made at MADE+1, which nobody will fulfil */
        ucilk_future_get(int, ucilk_promise_future(promise));
        break;
    }
}

int main(int argc, char **argv)
{
    run(atoi(argv[argc - 1]));
    puts("nothing said");
    return 0;
}
