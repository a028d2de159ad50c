#!/bin/bash
# flags.sh BUILD [--walk CC]: flags of compilers that change calls, frames, exceptions or
# sections.
# A program that spawns is right with each, under forced steals, or the flag is refused
# by one message.  What the compiler refuses for plain C is left out.  Those for which
# ucilkcc does something, and a fifth of the others, another every day.
#
# --walk: each -f and -m option that the compiler's help names, and its opposite, 15 minutes.
. "$(dirname "$0")/link.sh"

cat >fib.h <<'END'
static long fib(long n)
{
    if (n < 2)
        return n;
    long x = spawn fib(n - 1), y = fib(n - 2);
    sync;
    return x + y;
}
END
cat >flags.c <<'END'
#include <stdio.h>
#include <ucilk/ucilk.h>
struct large {
    long a[5];
};
#include "fib.h"
static double half(double x, int n)
{
    return n ? half(x, n - 1) : x / 2;
}
static struct large five(long n)
{
    struct large l = {{n, n, n, n, n}};
    return l;
}
int main(void)
{
    long sum = 0;
    double d = spawn half(3, 4);
    struct large l = spawn five(3);
    cilk_for (int i = 0; i < 100; i++)
        __atomic_add_fetch(&sum, i, __ATOMIC_RELAXED);
    ucilk_future_t f = cilk_future fib(9);
    sync;
    if (fib(15) == 610 && d == 1.5 && l.a[4] == 3 && sum == 4950 &&
        ucilk_future_get(long, f) == 34)
        puts("right");
    return 0;
}
END
echo 'int main(void) { return 0; }' >plain.c

flag() { # CC FLAGS
    rm -f -- *.gcda *.gcno *.profraw
    # shellcheck disable=SC2086 # the flags are words
    "$1" $2 plain.c -o plain >plain.log 2>&1 || return 0
    # shellcheck disable=SC2086
    program "$1 $2" "$ucilkcc" --ucilk-cc="$1" $2 flags.c
}

# What the help names and is not right: -fpreprocessed says that the sources need no preprocessor;
# gcc takes -fno-debug-cpp for -fdebug-cpp; -mmusl needs a library that was built so; the other makes
# clang 14 crash.
listed=" -fpreprocessed -fno-debug-cpp -mmusl -fexperimental-new-constant-interpreter "

walk() { # CC
    local option said
    {
        "$1" --help
        "$1" --help=common,^joined,^separate --help=optimizers,^joined,^separate
        "$1" --help=target,^joined,^separate --help=c,^joined,^separate
    } 2>/dev/null | grep -oE '^ +-[fm][-a-zA-Z0-9+]+( |$)' | tr -d ' ' | sort -u |
        sed -E 'p; s/^-([fm])no-/-\1/; t; s/^-([fm])/-\1no-/' | sort -u |
        while read -r option; do
            rm -f -- *.gcda *.profraw
            "$ucilkcc" --ucilk-serial --ucilk-cc="$1" -O2 "$option" flags.c -o plain >plain.log 2>&1 &&
                [ ! -s plain.log ] && [ "$(./plain 2>&1)" = right ] || continue
            said=$("$ucilkcc" --ucilk-cc="$1" -O2 "$option" -c flags.c 2>&1)
            if [[ $said = "ucilkcc: error: $option: "*" leave it out" ]]; then
                echo "ok $option is refused"
            elif [[ $listed = *" $option "* ]]; then
                echo "ok $option is listed"
            else
                program "$1 $option" "$ucilkcc" --ucilk-cc="$1" -O2 "$option" flags.c
            fi
        done
}
if [ "${2:-}" = --walk ]; then
    walk "$3"
    exit
fi

own=("-O2 -fnon-call-exceptions" "-O1 -fexceptions -fnon-call-exceptions" "-O2 -mstackrealign"
    "-O0 -mstackrealign" "-O2 -mpreferred-stack-boundary=3" "-O1 -mincoming-stack-boundary=3"
    "-O2 -masm=intel" "-O2 -fdirectives-only" "-O2 -fminimize-whitespace"
    "-O2 -mbranches-within-32B-boundaries"
    "-O3 -Wa,-malign-branch-boundary=32,-malign-branch=jcc+jmp+call+ret+indirect+fused")
others=(-fcf-protection=full -mindirect-branch=thunk -mfunction-return=thunk -fno-plt
    "-mcmodel=large -fno-pie -no-pie" -mno-red-zone -fno-dwarf2-cfi-asm -fshort-enums
    -mpreferred-stack-boundary=5 -mforce-drap -fstack-check
    -fstack-clash-protection -fstack-protector-all -fcall-saved-r11 -fcall-used-rbx -ffixed-rbx
    -ffixed-rbp "-mavx -msse2avx" -fsection-anchors
    "-ffunction-sections -fdata-sections -Wl,--gc-sections" -fno-asynchronous-unwind-tables
    -freg-struct-return -fstrub=all -fharden-control-flow-redundancy
    -fzero-call-used-regs=all -fhardened -mharden-sls=all -mrecord-return "-mfentry -pg" -pg
    -finstrument-functions -fprofile-generate --coverage -fpatchable-function-entry=4
    -ftrivial-auto-var-init=zero -fipa-pta -fselective-scheduling2 -fno-inline
    -fkeep-inline-functions -fwhole-program "-fsched-pressure -fschedule-insns"
    -fno-toplevel-reorder -funsigned-char -fwrapv -ftrapv -ffast-math -fexceptions
    -fno-optimize-sibling-calls -fno-omit-frame-pointer "-fomit-frame-pointer -mno-omit-leaf-frame-pointer"
    -fno-shrink-wrap -fno-ipa-ra -flive-patching -fno-reorder-blocks-and-partition
    -mno-push-args -maccumulate-outgoing-args -minline-all-stringops -mtls-dialect=gnu2)
turn=$(($(date +%s) / 86400))
for cc in gcc clang; do
    for flags in "${own[@]}"; do flag $cc "$flags"; done
    for ((i = turn % 5; i < ${#others[@]}; i += 5)); do flag $cc "-O2 ${others[i]}"; done
done

# -finstrument-functions sees the calls of the program's own functions, and no others.
cat >entries.c <<'END'
#include <stdio.h>
#include <ucilk/ucilk.h>
static long n_entries;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *call)
{
    (void)function, (void)call;
    __atomic_add_fetch(&n_entries, 1, __ATOMIC_RELAXED);
}
#include "fib.h"
static double half(double x) { return x / 2; }
int main(void)
{
    double d = spawn half(3);
    long x = fib(10), n = 0;
    cilk_for (int i = 0; i < 9; i++)
        __atomic_add_fetch(&n, i, __ATOMIC_RELAXED);
    spawn x += half(4) == 2;
    ucilk_future_t f = cilk_future fib(1);
    sync;
    x += ucilk_future_get(long, f);
    if (n_entries == 181 && x == 57 && d == 1.5 && n == 36)
        puts("right");
    else
        printf("%ld entries\n", n_entries);
    return 0;
}
END
for cc in gcc clang; do
    for level in -O0 -O2; do
        program "entries, $cc $level" "$ucilkcc" --ucilk-cc=$cc $level -finstrument-functions entries.c
    done
done

# What is generated has no entries, counters and probes of its own.  (A loop's body is a
# function, and counted as one.)
for cc in gcc clang; do
    "$ucilkcc" --ucilk-cc=$cc -O1 -fpatchable-function-entry=4 -c entries.c -o entries.o
    bytes=$(size -A entries.o | awk '/patchable_function_entries/ { n += $2 } END { print n }')
    if [ "$bytes" = 32 ]; then # addresses of fib, half, main and the one above
        echo "ok patchable entries, $cc"
    else
        echo "FAIL patchable entries, $cc: $bytes bytes of addresses"
    fi
    "$ucilkcc" --ucilk-cc=$cc -O1 -fsanitize-coverage=trace-pc -c entries.c -o entries.o
    objdump -dr entries.o | awk '/>:$/ { name = $2 } /trace_pc/ { print name }' | sort -u >probes
    "$ucilkcc" --ucilk-cc=$cc -O1 -fprofile-generate -c entries.c -o entries.o
    nm entries.o | grep -E '__gcov0|__profc' >>probes
    if [ "$(wc -l <probes)" -ge 8 ] && ! grep -E '__ucilk_(finish|spawn|body|begin|run)' probes; then
        echo "ok probes, $cc"
    else
        echo "FAIL probes, $cc: $(tr '\n' ' ' <probes)"
    fi
done

refused() { # FLAG MESSAGE
    says "$1 is refused" 2 "ucilkcc: error: $1: $2: leave it out" "$ucilkcc" "$1" flags.c -o refused
    [ ! -e refused ] || echo "FAIL $1: makes a program"
}
refused -fsplit-stack "tasks have stacks of one piece"
refused -fsanitize=undefined,safe-stack "a thread's second stack does not go with the tasks that it runs"
for flag in -fpcc-struct-return -fno-reg-struct-return; do
    refused $flag "the library returns small structs in registers"
done
refused -fpack-struct=4 "the library's structs are not packed"
for flag in -msoft-float -mno-80387 -mgeneral-regs-only; do
    refused $flag "the library passes floating point in registers"
done
for register in rdi rsi rdx rcx r8 r9 r10 rax xmm0; do
    refused -fcall-saved-$register "calls of tasks change this register"
done
refused -fgnu-tm "no transaction can hold a spawn"
refused -fno-gnu-inline-asm "spawns are written in assembly"
refused -mabi=ms "tasks are called as System V's ABI has it"
"$ucilkcc" --ucilk-serial -O1 flags.c -fno-split-stack -o serial && case_of "the elision" ./serial
