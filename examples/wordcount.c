/*
 * wordcount [FLAG VALUE]... [FILE]...: counts the words of files, or of random
 * texts, and lists the most frequent ones.  wordcount -h lists the flags.
 *
 * A task opens its file itself, reads a piece of it and counts the words.  All
 * tasks put their words into one table under locks; see wordcount.h.
 */
#include <ucilk/ucilk.h>

#include "wordcount.h"

/* Counts pieces [first, last), and returns how many words they have. */
static long count(long first, long last)
{
    if (last - first <= 1)
        return last > first ? count_piece(&shared, pieces[first], first) : 0;
    long middle = first + (last - first) / 2;
    long left = spawn count(first, middle);
    long right = count(middle, last);
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
