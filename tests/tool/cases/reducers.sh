# Reducers in several files, in keywords and in macros.

reducers_of_several_files() {
    cat >shelf.h <<'EOF'
#include <ucilk/reducers.h>
typedef struct ucilk_list UCILK_LIST list_t;
struct book {
    struct ucilk_link link;
    int number;
};
struct shelf {
    int n;
    list_t books;
    long UCILK_MAX(long) most[2];
};
extern long UCILK_SUM(long) total;
extern list_t row[3];
void sort_in(struct shelf *shelf, struct book *books, int low, int high,
             long cilk_reducer(ucilk_sum_identity_long, ucilk_sum_reduce_long) *count);
static inline void note(list_t *list, struct book *book)
{
    ucilk_list_append(&*list, &book->link);
}
EOF
    cat >main.c <<'EOF'
#include <stdio.h>
#include <ucilk/ucilk.h>
#include "shelf.h"
long UCILK_SUM(long) total = 5;
list_t row[3];
void count_in(long *by, int n); /* in macros */
static struct book books[2][200];
int main(void)
{
    struct shelf shelf = {.n = 7};
    long UCILK_SUM(long) count = 0, others[3] = {1};
    spawn sort_in(&shelf, books[0], 0, 200, &count);
    count_in(&count + 0, 10);
    spawn sort_in(&shelf, books[1], 0, 200, others + 2);
    sync;
    int at = 0, bad = 0;
    for (struct ucilk_link *l = shelf.books.first; l; l = l->next, at++)
        bad += ((struct book *)l)->number != at % 200;
    printf("%d %d %ld %ld %ld %ld %ld %ld\n", at, bad, shelf.most[0], shelf.most[1],
           count, others[0], others[2], total);
    return 0;
}
EOF
    cat >part.c <<'EOF'
#include <ucilk/ucilk.h>
#include "shelf.h"
void sort_in(struct shelf *s, struct book *books, int low, int high, long UCILK_SUM(long) *count)
{
    if (high - low == 1) {
        books[low].number = low;
        note(&s->books, &books[low]);
        if (low > s->most[low % 2])
            s->most[low % 2] = low;
        *count += s->n;
        total++;
        return;
    }
    int middle = low + (high - low) / 2;
    spawn sort_in(s, books, low, middle, count);
    sort_in(s, books, middle, high, count);
}
EOF
    cat >macros.c <<'EOF'
#include <ucilk/macros.h>
#include <ucilk/reducers.h>
cilk_reducer_declare(long, total);
cilk_declare(void, count_in, (long *) by, (int)n);
cilk_define(void, count_in, (long *) by, (int)n)
{
    cilk_view_at(by, UCILK_SUM(long)) += n;
    cilk_view(total) += 100;
    if (n > 0)
        spawn(count_in, by, n - 1);
    cilk_view(total) -= 99;
}
EOF
}

case_reducers_of_several_files() {
    reducers_of_several_files
    for compiler in $compilers; do
        for level in -O0 -O2; do
            cc --ucilk-cc=$compiler $level -Wall -Wextra -Werror -c main.c part.c
            cc --ucilk-cc=$compiler $level -Wall -Wextra -Werror -c macros.c
            cc --ucilk-cc=$compiler main.o part.o macros.o -o both
            for workers in 1 2 7; do
                same "$(run env UCILK_NWORKERS=$workers ./both)" \
                    "400 0 198 199 1455 1 1400 416"
            done
        done
    done
}

# A file that leaves cilk_reducer out would race: it does not link.
case_reducers_are_not_forgotten() {
    reducers_of_several_files
    cc -c main.c macros.c
    sed -i 's/extern long UCILK_SUM(long) total/extern long total/' shelf.h
    cc -c part.c
    fails 1 cc main.o part.o macros.o -o both
    grep -q "undefined reference to .total'" err
}

case_ready_made_reducers_are_keywords() {
    cat >helper.c <<'EOF'
#include <ucilk/ucilk.h>
#include <ucilk/reducers.h>
void count(long UCILK_SUM(long) *p)
{
    ++*p;
}
EOF
    cc -Wall -Werror -c helper.c && nm helper.o | grep -q ucilk_abi_look_up
}
