# shellcheck shell=bash disable=SC2154,SC2034,SC2086,SC2053
# Part of run.sh: a stdout or stderr that takes nothing, and the order of what
# strands write.

output=$scratch/output
gcc -g -O2 -I"$build/include" "$here/output.c" "$build/lib/libucilk_cluster.a" \
    -pthread -o "$output"
gcc -g -O2 -DUCILK_SERIAL -I"$build/include" "$here/output.c" \
    -o "$output.serial"

# run_output WHERE COMMAND...: its status and its messages.
run_output() {
    local status=0 where=$1
    shift
    case $where in
    closed) timeout 60 "$@" >&- 2>"$scratch/err" || status=$? ;;
    full) timeout 60 "$@" >/dev/full 2>"$scratch/err" || status=$? ;;
    "a file") timeout 60 "$@" >"$scratch/out" 2>"$scratch/err" || status=$? ;;
    "a closed pipe")
        { timeout 60 "$@" 2>"$scratch/err" || echo $? >"$scratch/status"; } |
            head -1 >"$scratch/out" || true
        status=$(cat "$scratch/status")
        ;;
    esac
    echo "status $status"
    cat "$scratch/err"
}

same_output() { # WHERE MODE
    local name="stdout $1, $2" wanted is steal
    wanted=$(run_output "$1" "$output.serial" "$2")
    [ "$1" = "a file" ] || [[ $wanted != "status 0"* ]] || [ "$2" = silent ] ||
        fail "$name: the serial elision sees no error"
    for steal in "" always; do
        is=$(run_output "$1" $workers UCILK_TEST_STEAL="$steal" "$output" "$2")
        if [ "$is" != "$wanted" ]; then
            fail "$name${steal:+, forced steals}: $is; serial: $wanted"
        elif ! await 20 none_left "$output"; then
            fail "$name: processes left: $(processes_of "$output")"
        else
            ok "$name${steal:+, forced steals}: ${wanted//$'\n'/, }"
        fi
    done
}

for where in "a file" closed full; do
    for mode in silent results ferror main; do same_output "$where" $mode; done
done
same_output "a closed pipe" endless
same_output "a file" stream

expect "a message that nobody reads" 137 \
    -- bash -c 'exec "$@" 2>/dev/full' - $workers "$program" crash kill 1
expect "a message without stderr" 137 \
    -- bash -c 'exec "$@" 2>&-' - $workers "$program" crash kill 1
