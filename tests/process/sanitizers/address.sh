#!/bin/bash
# address.sh BUILD: AddressSanitizer, LeakSanitizer, UndefinedBehaviorSanitizer and
# valgrind find the mistakes in tasks, and report nothing in programs without any.
. "$(dirname "$0")/sanitizers.sh"

export ASAN_OPTIONS=detect_stack_use_after_return=1
for cc in gcc clang; do
    mistakes address,undefined $cc overflow=heap-buffer-overflow scope=stack-use-after-scope \
        leak='1234 byte' undefined='signed integer overflow'
done
each_example address,undefined 1
clean_all address,undefined lang errno_macros futures_ends monoids promises reducers returns scopes statements
clean_all address,undefined process/pointers locals loop_locals futures_locals vla
clean_all address process/guests after_fork
if [ "${mode:-quick}" = full ]; then
    clean_all address,undefined lang captures for futures_views passing regions spelling
    clean_all address,undefined process/pointers aligned scopes stack_arguments
    clean_all address,undefined process/guests threads
fi

# LeakSanitizer alone; clang's must be told how to unwind.
export ASAN_OPTIONS=detect_stack_use_after_return=0
mistakes leak gcc leak='1234 byte'
LSAN_OPTIONS=fast_unwind_on_malloc=0 mistakes leak clang leak='1234 byte'
for sanitizer in address leak; do
    LSAN_OPTIONS=fast_unwind_on_malloc=0 clean $sanitizer "$here/exits.c"
done

if command -v valgrind >/dev/null; then
    "$build/bin/ucilkcc" -g -O1 "$here/mistakes.c" -o plain
    for mistake in none overflow leak; do
        status=0
        run_program out 2:always valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
            ./plain $mistake || status=$?
        line=$(grep -nE "LINE.* $mistake( |\$)" "$here/mistakes.c" | cut -d: -f1)
        if [ $mistake = none ] && [ $status = 0 ] && [ "$(cat out)" = right ]; then
            echo "ok none valgrind"
        elif [ $mistake != none ] && [ $status = 9 ] && grep -q "mistakes.c:$line" out; then
            echo "ok $mistake valgrind"
        else
            echo "FAIL $mistake, valgrind: status $status: $(grep -m 1 == out)"
        fi
    done
fi

# clang ends a block's variables first (docs/debugging.md).
compilers=(gcc) settings=(4:always)
clean address "$here/block_ends.c"
