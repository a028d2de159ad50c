/*
 * gwordcount [FLAG VALUE]... FILE...: counts the words of files on a cluster,
 * and lists the most frequent ones.  gwordcount -h lists the flags.
 *
 * A group is given the names of some files, which it opens on its node.  Its
 * tasks count pieces of them, and put the words into one table under locks. The
 * table is the group's result; main merges all.
 */
#include <ucilk/ucilk.h>

#include "gwordcount.h"

static void count(struct table *t, const char *name, long first, long last,
                  long piece)
{
    if (last - first <= piece) {
        if (last > first)
            count_piece(t, (struct piece){name, 0, first, last}, first / piece);
        return;
    }
    long middle = first + (last - first + piece - 1) / piece / 2 * piece;
    spawn count(t, name, first, middle, piece);
    count(t, name, middle, last, piece);
    sync;
}

static struct ucilk_bytes count_files(struct ucilk_bytes list, long piece)
{
    struct table *t = make_table();
    const char *name = list.at, *end = name + list.size;
    for (; name < end; name += strlen(name) + 1)
        spawn count(t, name, 0, size_of(name), piece);
    sync;
    return bytes_of(t);
}

/* Counts all files by n groups, and returns how many words they have. */
static long count_all(long n)
{
    struct ucilk_bytes *list = allocate(n, sizeof *list);
    ucilk_future_t *f = allocate(n, sizeof *f);
    long words = 0;
    for (long i = 0; i < n; i++) {
        list[i] = list_of(i * files_a_group, (i + 1) * files_a_group);
        f[i] = cilk_group count_files(list[i], wordcount.piece);
    }
    for (long i = 0; i < n; i++) {
        words += merge(ucilk_future_get(struct ucilk_bytes, f[i]));
        free(list[i].at);
    }
    free(f);
    free(list);
    return words;
}

int main(int argc, char **argv)
{
    parse_files(argc, argv);
    double began = seconds();
    long n = (n_texts + files_a_group - 1) / files_a_group;
    long words = count_all(n);
    return report_files(words, n, seconds() - began);
}
