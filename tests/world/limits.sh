# limits.sh BUILD PROGRAM: what is set holds everywhere; what is refused is
# refused by name.
set -u
program=$2
ulimit -c 0
export UCILK_TEST_TIMEOUT=60

for n in 1 2 5; do
    [ "$(UCILK_NWORKERS=$n "$program" $n 2>&1)" = $n ] ||
        { echo "limits do not hold with $n workers"; exit 1; }
done
for call in setuid setresgid setgroups setsid pthread_create sigsuspend; do
    status=0
    out=$(UCILK_NWORKERS=2 "$program" 2 $call 2>&1) || status=$?
    [ $status = 1 ] && grep -q "^ucilk: $call " <<<"$out" ||
        { echo "$call: status $status: $out"; exit 1; }
done
