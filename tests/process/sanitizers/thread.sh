#!/bin/bash
# thread.sh BUILD: ThreadSanitizer finds races between strands that nothing orders,
# whatever the schedule is, and in programs without none.
. "$(dirname "$0")/sanitizers.sh"

for cc in gcc clang; do
    mistakes thread $cc parent='data race' siblings='data race' nested='data race' future='data race' \
        loop='data race'
done
each_example thread 0
for name in errno_macros futures_ends monoids_macros promises scopes; do
    clean thread "$tests/lang/$name.c"
done
for name in out_parameters local_arrays loop_locals futures_locals file_reducers vla; do
    clean thread "$tests/process/pointers/$name.c"
done
if [ "${mode:-quick}" = full ]; then
    for name in captures for futures_views reducers regions returns spelling values views_macros; do
        clean thread "$tests/lang/$name.c"
    done
    for name in aligned frames_list kept levels many_arguments scopes siblings struct_results; do
        clean thread "$tests/process/pointers/$name.c"
    done
    clean thread "$tests/process/guests/threads.c"
fi
