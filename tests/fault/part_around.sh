# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: what programs may do around tasks.

expect "text before the first spawn comes out once" 0 "^before$" \
    "^fib\(20\) = 6765$" -- $workers "$program" fib 20
if [ "$(grep -c before "$scratch/out")" != 1 ]; then
    fail "text before the first spawn comes out once: it does not"
fi
for steal in "" always; do
    how=${steal:+, forced steals}
    setting=${steal:+UCILK_TEST_STEAL=$steal}
    expect "system, popen, fork and wait$how" 0 \
        "children before: good" "children inside, between spawn and sync: good" \
        "children inside, after a sync: good" "children after: good" \
        -- $workers $setting "$program" children
    for when in before after; do
        expect "a child forked $when the workers has a heap of its own$how" 0 \
            '!not so' '!ucilk:' -- $workers $setting "$program" forkheap $when
    done
    expect "forks of two threads at once, and signals$how" 0 '!not so' \
        -- $workers $setting "$program" forks
    expect "wait and SIGCHLD do not see workers$how" 0 \
        -- $workers $setting "$program" unseen
    expect "the first descriptor is 3$how" 0 \
        -- $workers $setting python3 -c "$without_descriptors" "$program" descriptors
done
ls -A /dev/shm >"$scratch/shm"
expect "nothing in /dev/shm" 0 "^6765$" -- $workers "$program" shm
if ! tail -n +2 "$scratch/out" | diff -q - "$scratch/shm" >/dev/null ||
    ! ls -A /dev/shm | diff -q - "$scratch/shm" >/dev/null; then
    fail "nothing in /dev/shm: $(ls -A /dev/shm)"
fi
