# Programs of Cilk-5: its library, its main, files that end in .cilk.

cilk5_program() {
    cat >fib.cilk <<'EOF'
#include <cilk-lib.cilkh>
#include <stdio.h>
#include <stdlib.h>

FILE_IDENTITY(ident, "a test");

static Cilk_lockvar lock;
static int calls;

cilk int fib(int n)
{
    int x = 0;
    inlet void add(int result) { x += result; return; }
    Cilk_lock(lock);
    calls++;
    Cilk_unlock(lock);
    if (n < 2)
        return n;
    add(spawn fib(n - 1));
    add(spawn fib(n - 2));
    sync;
    Cilk_fence();
    return x;
}

cilk int main(int argc, char *argv[])
{
    int n, result;
    int *copy = Cilk_alloca(sizeof *copy);
    Cilk_time begin = Cilk_get_wall_time();
    Cilk_lock_init(lock);
    n = argc > 1 ? atoi(argv[1]) : 10;
    result = spawn fib(n);
    sync;
    *copy = SYNCHED ? result : 0;
    printf("%d %d %d %d %d\n", argc, Cilk_active_size, *copy, calls,
           Cilk_wall_time_to_sec(Cilk_get_wall_time() - begin) < 60);
    if (Self < 0 || argv[argc] != NULL)
        return 1;
    Cilk_exit(3);
}
EOF
}

case_cilk5_library() {
    cilk5_program
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -Wall -O2 -cilk-profile -cilk-span fib.cilk -o fib
        status=0
        said=$(timeout 60 ./fib --nproc 3 --stats 0 -- 12) || status=$?
        same $status 3
        same "$said" "2 3 144 465 1"
        said=$(timeout 60 ./fib --nproc 2) || true
        same "$said" "1 2 55 177 1"
    done
}

case_cilk_ending() {
    cilk5_program
    printf 'int other(void) { return 1; }\n' >plain.cilk
    printf 'int third(void) { return 2; }\n' >third.c
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -c fib.cilk -o fib.o
        cc --ucilk-cc=$compiler -c plain.cilk
        cc --ucilk-cc=$compiler -E fib.cilk >fib.i
        grep -q 'spawn fib' fib.i
        cc --ucilk-cc=$compiler fib.o plain.o third.c -o fib
        cc --ucilk-cc=$compiler fib.cilk plain.cilk third.c -o fib
        timeout 60 ./fib 5 || [ $? = 3 ]
        cp fib.cilk fib.text
        cc --ucilk-cc=$compiler -x cilk fib.text plain.cilk -x none third.c -o fib
        cc --ucilk-cc=$compiler third.c -xcilk fib.text plain.cilk -o fib
        timeout 60 ./fib 5 || [ $? = 3 ]
        rm -f fib plain.o
    done
}

case_cilk_main_of_a_library() {
    cat >main.cilk <<'EOF'
#include <cilk.h>
#include <stdio.h>
static cilk int twice(int n) { return 2 * n; }
cilk int cilk_main(int argc, char **argv)
{
    int x;
    x = spawn twice(21);
    sync;
    printf("%d %d %s\n", x, argc, argc > 1 ? argv[1] : "-");
    return 4;
}
EOF
    cc -O2 -c main.cilk -o main.o
    ar rc libmain.a main.o
    cc libmain.a -o whole
    status=0
    said=$(timeout 60 ./whole --nproc 2 here) || status=$?
    same $status 4
    same "$said" "42 2 here"
}

# What has a main by its name alone starts, with spawns or without.
case_cilk_main_without_spawns() {
    plain="-w -DUCILK_SERIAL -I$include -idirafter $include/ucilk/compat"
    head='#include <cilk.h>
#include <stdio.h>
static cilk int one(int n) { return n; }'
    body='{ int x; x = spawn one(argc); sync; printf("%d\n", x); return argv == 0; }'
    printf '%s\ncilk int main(int argc, char **argv)\n%s\n' "$head" "$body" >main.c
    printf '%s\ncilk int cilk_main(int argc, char **argv)\n%s\n' "$head" "$body" >qualified.c
    printf '%s\nint cilk_main(int argc, char **argv) {\n%s }\n' "$head" \
        'int x = one(argc); puts("1"); return !argv || x != 1;' >unqualified.c
    printf '%s\ncilk void cilk_main(void)\n%s\n' "$head" '{ printf("%d\n", one(1)); }' >void.c
    for compiler in $compilers; do
        for file in main qualified unqualified void; do
            for form in "" --ucilk-serial -DUCILK_SERIAL "--ucilk-serial --ucilk-pedigrees"; do
                # shellcheck disable=SC2086 # words
                cc --ucilk-cc=$compiler $form -std=c99 -Wall -Wextra -pedantic -Werror \
                    -Wdeclaration-after-statement -c $file.c -o $file.o
                # shellcheck disable=SC2086 # words
                cc --ucilk-cc=$compiler $form $file.o -o $file
                options=$([ $file = void ] || echo --nproc 2)
                # shellcheck disable=SC2086 # words
                same "$(timeout 60 ./$file $options)" 1
            done
            # shellcheck disable=SC2086 # words
            [ $file = void ] || { $compiler $plain $file.c -o $file && same "$(./$file)" 1; }
        done
    done
    printf 'int main(void) { return 7; }\n' >other.c
    cc --ucilk-serial other.c qualified.c -o two
    status=0
    timeout 60 ./two || status=$?
    same $status 7
}

# What Cilk-5's compiler put before the first line: of .cilk files alone.
case_cilk_header() {
    cat >bare.cilk <<'EOT'
#define _GNU_SOURCE
#include <stdio.h>
FILE_IDENTITY(ident, "a test");
#if !__CILK__
#error not Cilk
#endif
static __cilksafe__ int n;
struct padded { int n; CILK_CACHE_LINE_PAD; } CILK_CACHE_LINE_ALIGNED(padded);
static NoReturn(never(int UNUSED(why)));
cilk int half(int k) { return k / 2; }
cilk int main(int argc, char *argv[])
{
    char *text = Cilk_malloc(10), *other;
    Cilk_time begin = Cilk_get_wall_time();
    n = spawn half(argc);
    sync;
    Cilk_fence();
    if (Cilk_xchg(&n, 21) != 1 || asprintf(&other, "%s", argv[1]) != 2)
        never(1);
    printf("%d %s %d\n", 2 * n, other,
           Cilk_wall_time_to_sec(Cilk_get_wall_time() - begin) < 60);
    Cilk_free(text);
    return 0;
}
static void never(int UNUSED(why)) { for (;;) ; }
EOT
    printf '#define UNUSED 1\nint fence(void) { Cilk_fence(); return 0; }\n' >fence.cilk
    printf '#define UNUSED(x) 5\nint Cilk_fence(void) { return UNUSED(1); }\n' >other.c
    for compiler in $compilers; do
        for form in "" --ucilk-serial; do
            # shellcheck disable=SC2086 # words
            cc --ucilk-cc=$compiler $form bare.cilk fence.cilk other.c -w -o bare
            same "$(run ./bare --nproc 2 me x)" "42 me 1"
        done
        cc --ucilk-cc=$compiler -save-temps -MD -pedantic -std=c99 -w -c fence.cilk
        grep -q cilk5.h fence.d
        grep -q ucilk_arguments fence.i
        cc --ucilk-cc=$compiler -E fence.cilk | grep -q __atomic_thread_fence
    done
}

case_cilk5_names() {
    cat >names.c <<'EOT'
#include <cilk.h>
#include <stdio.h>
static Cilk_lockvar lock, *which = &lock;
static SHARED Cilk_shared int calls;
struct cilk { int cilk, SYNCHED; }; /* words that are names elsewhere */
/* The lock is the caller's. */
static int count(Cilk_lockvar its)
{
    int k;
    for (k = 0; k < 1000; k++) {
        Cilk_lock(its);
        calls++;
        Cilk_unlock(*which);
    }
    return calls;
}
cilk int main(int argc, char *argv[])
{
    int k;
    struct cilk cilk = {.cilk = 100, .SYNCHED = 0};
    Cilk_lock_init(lock);
    for (k = 0; k < cilk.cilk; k++)
        spawn count(lock);
    sync;
    printf("%d\n", calls + cilk.SYNCHED);
    fflush(stdout);
    if (argv[argc - 1])
        Cilk_die("%s %d\n", "over", 7);
    return 0;
}
EOT
    printf '#include <cilk.h>\nvoid f(void);\nint main(void)\n{\n    %s;\n}\n' \
        "Cilk_add_hook(&Cilk_init_global_hooks, f)" >hooks.c
    printf '#include <cilk.h>\nPRIVATE int x;\n' >private.c
    for compiler in $compilers; do
        fails 1 cc --ucilk-cc=$compiler -c private.c
        grep -q "private.c:2:.*write .*_Thread_local. for one in each worker" err
        cc --ucilk-cc=$compiler -O2 -Wall -Wextra -Werror names.c -o names
        fails 1 run ./names
        same "$(cat out)" 100000
        same "$(cat err)" "fatal error: over 7"
        fails 1 cc --ucilk-cc=$compiler -c hooks.c
        grep -q "hooks.c:5:.*Cilk-5's hooks are not there" err
    done
}
