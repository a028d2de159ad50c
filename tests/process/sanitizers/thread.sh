#!/bin/bash
# thread.sh BUILD: ThreadSanitizer finds races between strands that nothing orders,
# whatever the schedule is, and reports none in programs without races.
. "$(dirname "$0")/sanitizers.sh"

settings=(1:no 4:no 2:always 4:always)
# gcc keeps many of the 1 MiB results of tests/lang/futures.c in one frame.
ulimit -S -s "$(ulimit -H -s)"

for cc in gcc clang; do
    mistakes thread $cc parent='data race' siblings='data race' nested='data race' future='data race' \
        loop='data race'
done
each_example thread 0
lang=(bodies callees errno_macros futures_ends local_futures loops monoids order_macros
    promises reducers regions scopes)
[ "${mode:-quick}" != full ] || lang=($(cd "$tests/lang" && basename -s .c -- *.c))
clean_all thread lang "${lang[@]}"
clean_all thread process/pointers locals loop_locals futures_locals vla
if [ "${mode:-quick}" = full ]; then
    clean_all thread process/pointers aligned scopes stack_arguments
    clean_all thread process/guests threads
    for name in trees dags; do
        clean thread "$tests/stress/$name.c" 5 7
    done
fi
