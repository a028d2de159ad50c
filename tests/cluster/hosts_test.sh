#!/bin/bash
# hosts_test.sh: checks that hosts.sh does what it says: the hosts are separate,
# links have delay and loss and can be cut, and nothing is left however it ends.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
link=$here/link.py
. "$here/common.sh"

# --- Hosts ---
at_once=3
check "every host has its own name, address, processes, /dev/shm, TMPDIR" 0 \
    '^front 10.77.0.254' '^h1 10.77.0.1 shm: one tmp: one' \
    '^h2 10.77.0.2 shm: tmp: *$' '^processes h1 1$' '^processes h2 0$' -- \
    "$hosts" 2x1 -- bash -c '
        say="\$(cat /proc/sys/kernel/hostname) \$(ip -4 -o addr show eth0 |
            tr -s \" /\" \"\n\n\" | grep ^10.77.*[0-9]$ | head -1)"
        eval "echo $say"
        on h1 "touch /dev/shm/one \$TMPDIR/one
            echo $say shm: \$(ls /dev/shm) tmp: \$(ls \$TMPDIR)"
        on h2 "echo $say shm: \$(ls /dev/shm) tmp: \$(ls \$TMPDIR)"
        on h1 "sleep 99 >/dev/null 2>&1 &
            until pgrep -f \"^sleep 99\" >/dev/null; do :; done"
        for i in h1 h2; do on $i "echo processes $i \$(pgrep -c -f \"^sleep 99\")"; done
        on h1 "rm /dev/shm/one \$TMPDIR/one; pkill -f \"^sleep 99\""'
check "no environment goes along" 0 '^none$' -- \
    env UCILK_NWORKERS=3 "$hosts" 2x1 -- on h1 'echo ${UCILK_NWORKERS-none}'
check "the status is the command's" 7 -- "$hosts" 1+1 -- on h2 'exit 7'
check "no such layout" 2 'no such layout: 2y2' -- "$hosts" 2y2 -- true
check "a process that stays is reported" 98 'h2: .* sleep 77' -- \
    "$hosts" 2x1 --linger 1 -- on h2 'sleep 77 >/dev/null &'
check "a file that stays is reported" 98 'dev/shm/left' -- \
    "$hosts" 2x1 -- on h2 'touch /dev/shm/left'
check "one in TMPDIR too" 98 'run/tmp/left' -- "$hosts" 2x1 -- on h2 'touch $TMPDIR/left'
check "too long a command is ended, and shown" 124 'h1: .* sleep 78' -- \
    "$hosts" 2x1 --limit 5 -- on h1 'sleep 78'
check "without the rights it says so" 77 'run as root' -- \
    unshare --user --map-root-user setpriv --bounding-set -all "$hosts" 2x1 -- true

wait
at_once=1 # what follows measures time
# However the script ends, everything ends.
for signal in TERM INT KILL; do
    set -m # or SIGINT would be ignored
    "$hosts" 2x1 -- on h2 "sleep 7$$" >/dev/null 2>&1 &
    set +m
    for ((i = 0; i < 200; i++)); do
        pgrep -f "^sleep 7$$" >/dev/null && break
        sleep 0.05
    done
    started=$(pgrep -c -f "^sleep 7$$" || true)
    kill -$signal $!
    { wait $! || true; } 2>/dev/null
    for ((i = 0; i < 100; i++)); do
        pgrep -f "^sleep 7$$" >/dev/null || break
        sleep 0.05
    done
    if [ "$started" -gt 0 ] && ! pgrep -f "^sleep 7$$" >/dev/null; then
        echo "ok nothing is left after SIG$signal"
    else
        fail "after SIG$signal: $(pgrep -af "^sleep 7$$" || true)"
    fi
done

# --- Links ---
# traffic DATAGRAMS OPTION...: from h1 to h2.
traffic() {
    "$hosts" 2x1 "${@:2}" -- bash -c '
        exec 3< <(on h2 "exec '"$link"' serve")
        read -r -u 3
        for cable in down up; do
            [ '"$1"' = 1 ] && link h2 $cable || [ $cable = up ] || continue
            on h1 '"$link"' h2 '"$1"'
        done
        on h2 pkill python3'
}

# judge NAME CONDITION DATAGRAMS OPTION...: of awk, on fast and came.
judge() {
    local name=$1 condition=$2
    shift 2
    if traffic "$@" >"$scratch/out" 2>&1 &&
        tr '\n' ' ' <"$scratch/out" | awk '{ fast = $1; came = $2; exit !('"$condition"') }'; then
        echo "ok $name: $(tr '\n' ' ' <"$scratch/out")"
    else
        fail "$name"
    fi
}

judge "a link" 'fast < 0.02 && came == 4000' 4000
judge "50 ms later" 'fast >= 0.1 && fast < 0.15 && came == 4000' 4000 --delay 50
# Of 4000 datagrams and their answers, 2 % on average; 4 deviations are 35.
judge "1 % lost" 'fast < 0.02 && came > 3880 && came < 3960' 4000 --loss 1
judge "both" 'fast >= 0.1 && came < 3960' 4000 --delay 50 --loss 1
judge "a link that is down, then up" 'came == 0 && $4 == 1' 1
verdict
