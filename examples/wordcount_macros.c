/* wordcount.c without the tool. */
#include <ucilk/macros.h>

#include "wordcount.h"

/* Counts pieces [first, last), and returns how many words they have. */
cilk_static_task(long, count, (long)first, (long)last)
{
    if (last - first <= 1)
        return last > first ? count_piece(&shared, pieces[first], first) : 0;
    long left, right, middle = first + (last - first) / 2;
    spawn_to(left, count, first, middle);
    right = count(middle, last);
    sync;
    return left + right;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    make_pieces();
    start_locks(&shared);
    double began = seconds();
    return report(count(0, n_pieces), began);
}
