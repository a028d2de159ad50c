#!/bin/bash
# moved.sh BUILD: a macro task whose stack pointer is put back behind a steal ends
# with a message that names the place and the remedy.
. "$(dirname "$0")/link.sh"

for cc in gcc clang; do
    for level in -O0 -O2; do
        command=($cc $level -g -I"$build/include" "$here/moved.c" "$build/lib/libucilk_test.a" -pthread)
        compile "$cc $level" "${command[@]}" -o moved || continue
        for workers in 2 4; do
            status=0
            said=$(timeout 60 env UCILK_NWORKERS=$workers UCILK_TEST_STEAL=always ./moved 2>&1) || status=$?
            if [ $status = 1 ] && [[ $said == "ucilk: "*"moved.c:"*"variable length array"*"\`cilk_apart;'"* ]]; then
                echo "ok $cc $level, $workers workers: it is said"
            else
                echo "FAIL $cc $level, $workers workers: status $status: $(tail -1 <<<"$said" | cut -c1-150)"
            fi
        done
        program "$cc $level, cilk_apart" "${command[@]}" -DAPART
    done
done
