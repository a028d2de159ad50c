#!/bin/bash
# moved.sh BUILD: a macro task whose stack pointer the compiler restores after a steal
# ends with a message that names the place and the remedy.
. "$(dirname "$0")/link.sh"

for cc in gcc clang; do
    for flags in -O0 -O2 "-O0 -DALLOCA" "-O2 -DALLOCA"; do
        command=($cc $flags -g -I"$build/include" "$here/moved.c" "$build/lib/libucilk_test.a" -pthread)
        compile "$cc $flags" "${command[@]}" -o moved || continue
        for workers in 2 4; do
            says "$cc $flags, $workers workers: it is said" 1 \
                "ucilk: *moved.c:*variable length array*\`cilk_apart;'*" \
                env UCILK_NWORKERS=$workers UCILK_TEST_STEAL=always ./moved
        done
        program "$cc $flags, cilk_apart" "${command[@]}" -DAPART
    done
done
