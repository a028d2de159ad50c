# endings.sh BUILD PROGRAM: each way to end the program from a task.
set -u
program=$2
ulimit -c 0

# ends MODE STATUS: and the output is as stdin, its pids as P.
ends() {
    local workers steal status expected out
    expected=$(cat)
    for workers in 1 2 8; do
        for steal in "" always; do
            status=0
            out=$(UCILK_NWORKERS=$workers UCILK_TEST_STEAL=$steal \
                UCILK_TEST_TIMEOUT=100 "$program" "$1" 2>&1) || status=$?
            out=$(sed -E 's/^([0-9]+) a b$/P/' <<<"$out" | uniq)
            [ $status = "$2" ] && [ "$out" = "$expected" ] && continue
            echo "$1, $workers workers${steal:+, forced}: status $status"
            echo "$out"
            exit 1
        done
    done
}

tasks="of a task" main="of main"
# At the end each task's handlers, the newest first, then main's.
at_end() { # STATUS
    printf '%s\n' "task $1: with status 1" "$tasks 2" \
        "task $1: with status 3" "$tasks 4" "task $1: with status 5" \
        "$tasks 6" "$main 7" "main $1: with status 8"
}
ends exit 3 <<<"$(at_end 3)"
ends return 6 <<<"$(at_end 6)"
ends quick_exit 4 <<<"$(printf '%s\n' "$tasks 1" "$tasks 2" "$tasks 3" "$main 4")"
ends _Exit 5 </dev/null
ends raise $((128 + $(kill -l USR1))) </dev/null
ends kill $((128 + $(kill -l TERM))) </dev/null
ends exec 0 <<<P
