# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053,SC2016
# Part of run.sh: if the system refuses something, as containers do, programs of
# both kinds and the tool run, or say in one line why they cannot.

gcc -O2 "$here/confine.c" -o "$scratch/confine"
confine=("$scratch/confine" clone3)
examples=$here/../../examples
gcc -O2 -I"$build/include" "$examples/fib_macros.c" "$build/lib/libucilk.a" -pthread \
    -o "$scratch/one"
gcc -O2 -DUCILK_CLUSTER -I"$build/include" "$examples/fib_macros.c" \
    "$build/lib/libucilk_cluster.a" -pthread -o "$scratch/cluster"
kinds=(one cluster)
works="fib\(15\) = 610"
four="env UCILK_NWORKERS=4" # without a watchdog, which is a thread
serial="env UCILK_NWORKERS=1"

# expect_line MESSAGE NAME COMMAND...: fails with this line and no other.
expect_line() {
    local message=$1 name=$2
    shift 2
    expect "$name" '[1-9]*' "$message" -- "$@"
    [ "$(cat "$scratch/out" "$scratch/err" | wc -l)" = 1 ] || fail "$name: not just the one line"
}

# --- clone3 ---

for kind in "${kinds[@]}"; do
    expect "clone3 refused with ENOSYS, $kind" 0 "$works" \
        -- $four "${confine[@]}" ENOSYS "$scratch/$kind" 15
    expect_line "^ucilk: cannot start worker 1 of 4: Operation not permitted; .*seccomp.*ENOSYS" \
        "clone3 refused with EPERM, $kind" $four "${confine[@]}" EPERM "$scratch/$kind" 15
    expect "and one worker, $kind" 0 "$works" -- $serial "${confine[@]}" EPERM "$scratch/$kind" 15
done
expect_line "^ucilk: transport nic: cannot start a thread: Operation not permitted; .*seccomp" \
    "clone3 refused with EPERM, nic" \
    $four UCILK_TRANSPORT=nic "${confine[@]}" EPERM "$scratch/cluster" 15
if [ -x "$build/bin/ucilkcc" ]; then
    expect_line "cannot run .gcc.: Operation not permitted; .*seccomp.*ENOSYS" \
        "clone3 refused with EPERM, ucilkcc" \
        "${confine[@]}" EPERM "$build/bin/ucilkcc" --ucilk-cc=gcc "$examples/fib.c" -o "$scratch/fib"
fi

# --- A file that its user can execute, and not read ---

somebody=() # bash, since setpriv keeps root's rights until it executes something
[ "$(id -u)" != 0 ] || somebody=(setpriv --reuid 54321 --regid 54321 --clear-groups bash -c 'exec "$@"' -)
chmod 111 "$scratch/one" "$scratch/cluster"
expect "an execute-only program, one" 0 "$works" -- "${somebody[@]}" $four "$scratch/one" 15
expect_line "^ucilk: cannot read /proc/self/pagemap, .*this user cannot read .*chmod \+r.*UCILK_NWORKERS=1" \
    "an execute-only program, cluster" "${somebody[@]}" $four "$scratch/cluster" 15
expect "and one worker, cluster" 0 "$works" -- "${somebody[@]}" $serial "$scratch/cluster" 15
expect_line "^ucilk: cannot open /proc/self/exe: Permission denied; .*chmod \+r" \
    "an execute-only program, ranks" "${somebody[@]}" $four UCILK_TRANSPORT=nic "$scratch/cluster" 15
chmod 755 "$scratch/one" "$scratch/cluster"

# --- No /proc; /tmp that cannot be written, and no /dev/shm ---

if unshare -m true 2>/dev/null; then
    unmounted=(unshare -m bash -c 'umount -l /proc && exec "$@"' -)
    expect "no /proc, one" 0 "$works" -- "${unmounted[@]}" $four "$scratch/one" 15
    expect_line "^ucilk: cannot read /proc/self/pagemap: No such file .*; mount the /proc .*UCILK_NWORKERS=1" \
        "no /proc, cluster" "${unmounted[@]}" $four "$scratch/cluster" 15
    expect "and one worker, cluster" 0 "$works" -- "${unmounted[@]}" $serial "$scratch/cluster" 15
    expect_line "^ucilk: cannot open /proc/self/exe: No such file .*; mount /proc" \
        "no /proc, ranks" "${unmounted[@]}" $four UCILK_TRANSPORT=nic "$scratch/cluster" 15

    mkdir "$scratch/written" # as the rest of what is hidden
    readonly=(unshare -m bash -ec 'mount -t tmpfs none "$1/written"
        mount --rbind "${TMPDIR:-/tmp}" "${TMPDIR:-/tmp}"
        mount -o remount,bind,ro "${TMPDIR:-/tmp}"
        mount -t tmpfs none /dev
        mknod -m 666 /dev/null c 1 3
        ! touch "$1/x" /dev/shm/x 2>/dev/null
        shift
        exec "$@"' - "$scratch")
    for kind in "${kinds[@]}"; do
        expect "no file in /tmp or /dev/shm, $kind" 0 "$works" \
            -- "${readonly[@]}" $four "$scratch/$kind" 15
    done
    if [ -x "$build/bin/ucilkcc" ]; then
        expect "no /proc, ucilkcc" 0 '!.' \
            -- "${unmounted[@]}" "$build/bin/ucilkcc" "$examples/fib.c" -o "$scratch/fib"
        expect "and its program" 0 "$works" -- $four "$scratch/fib" 15
        expect "no /proc, ucilkcc over itself" 1 "is ucilkcc itself" \
            -- "${unmounted[@]}" "$build/bin/ucilkcc" --ucilk-cc="$build/bin/ucilkcc" "$examples/fib.c"
        expect_line "no temporary file in .*: Read-only file system \(TMPDIR names" \
            "no file in /tmp, ucilkcc" "${readonly[@]}" "$build/bin/ucilkcc" -c "$examples/fib.c" \
            -o /dev/null
        expect "and another TMPDIR" 0 '!.' \
            -- "${readonly[@]}" env TMPDIR="$scratch/written" "$build/bin/ucilkcc" -c "$examples/fib.c" \
            -o "$scratch/written/fib.o"
    fi
else
    echo "note: no mount namespaces: not tested without /proc, /tmp and /dev/shm"
fi
await 20 none_left "$scratch/cluster" || fail "processes left: $(processes_of "$scratch/cluster")"
