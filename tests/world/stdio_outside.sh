#!/bin/bash
# stdio_outside.sh BUILD PROGRAM: what comes out of it, to a file, a pipe and a
# terminal, on 1 to 4 workers.  Where it depends on no race it is what the
# serial elision prints.
set -u

build=$1 program=$2
source=$(dirname "$0")/stdio_outside.c
failed=0
"$build/bin/ucilkcc" --ucilk-serial -I"$(dirname "$0")/../lang" "$source" \
    -o elision || exit 1
seq 1 2000 >numbers

fail() {
    echo "FAIL $*"
    failed=1
}

# run NAME COMMAND...: what comes out by each way, in files NAME.*
run() {
    local name=$1
    shift
    timeout 60 "$@" >"$name.file" 2>"$name.err"
    echo "status $?" >>"$name.file"
    { timeout 60 "$@" 2>>"$name.err"; echo "status $?"; } | cat >"$name.pipe"
    # The terminal's own newlines, as they come.
    timeout 60 script -qec "$* 2>/dev/null" /dev/null </dev/null >"$name.tty"
    echo "status $?" >>"$name.tty"
    for file in file early; do
        [ ! -e $file ] || mv $file "$name.$file.left"
    done
}

for mode in order kept fork closed; do
    run elision.$mode ./elision $mode
    for setting in 1 "2 always" "2" "4 always" "4 always private"; do
        read -r workers steal heap <<<"$setting"
        # With a private heap each worker has its own `early'.
        [ "$mode${heap:-}" != keptprivate ] || continue
        export UCILK_NWORKERS=$workers UCILK_TEST_STEAL=${steal:-}
        export UCILK_TEST_TIMEOUT=50 UCILK_HEAP=${heap:-shared}
        run is.$mode "$program" $mode
        for way in elision.$mode.*; do
            way=${way#elision.$mode.}
            cmp -s elision.$mode.$way is.$mode.$way ||
                fail "$mode, $setting, $way: $(diff elision.$mode.$way \
                    is.$mode.$way | head -5)"
        done
    done
done
export UCILK_HEAP=shared

for workers in 1 2 4; do
    export UCILK_NWORKERS=$workers UCILK_TEST_STEAL=
    # What it has not read is for the next who reads.
    { timeout 60 "$program" line; cat; } <numbers | cmp - numbers ||
        fail "line, $workers"
    timeout 60 "$program" noise >out 2>err || fail "noise, $workers: $(cat err)"
    [ "$(sort out | uniq -c | awk '$1 > 3 || $3 != "is" || NF != 8' | wc -l) \
$(wc -l <out)" = "0 4020" ] || fail "noise, $workers: lines are not right"
    for mode in exit err; do
        for way in file pipe; do
            if [ $way = file ]; then
                timeout 60 "$program" $mode >out 2>err
                status=$?
            else
                timeout 60 "$program" $mode 2>err | cat >out
                status=${PIPESTATUS[0]}
            fi
            [ $status = 3 ] || fail "$mode, $workers, $way: status $status"
            torn=$(grep -cvE "^[0-9]+ is the number of this line$" out)
            [ "$torn" = 0 ] || fail "$mode, $workers, $way: $torn lines torn"
            [ -z "$(sort out | uniq -d)" ] || fail "$mode, $workers: twice"
            [ "$(wc -l <out)" -gt 2900 ] || fail "$mode, $workers: too few"
            [ $mode = exit ] || grep -q ": the end$" err || fail "err: no message"
        done
    done
    UCILK_CHECK_LOCKS=1 timeout 60 "$program" held >out 2>err
    [ $? = 1 ] || fail "held: not reported"
    grep -q "the stream at .*, locked at .*:$(grep -n "LOCK" "$source" |
        cut -d: -f1)," err || fail "held: $(cat err)"
done

# However it is linked: stdout copied into the program or not; the functions
# that _FORTIFY_SOURCE has.  Once is enough.
export UCILK_NWORKERS=3 UCILK_TEST_STEAL=always
while read -r cc flags; do
    [ -n "$(readelf -p .comment "$program" | grep clang)" ] || continue
    # shellcheck disable=SC2086
    "$build/bin/ucilkcc" --ucilk-cc=$cc $flags -I"$(dirname "$0")/../lang" \
        "$source" -o linked >err 2>&1 || { fail "$cc $flags: $(cat err)"; continue; }
    for mode in order kept; do
        { timeout 60 ./linked $mode 2>err; echo "status $?"; } |
            cmp - elision.$mode.pipe || fail "$cc $flags, $mode: $(cat err)"
    done
done <<'END'
gcc -O2 -fPIE -pie
gcc -O1 -fno-pie -no-pie -D_FORTIFY_SOURCE=2
gcc -O2 -fPIE -pie -mno-direct-extern-access -flto
gcc -O2 -fuse-ld=gold
clang -O2 -fPIE -pie -fuse-ld=lld
clang -O2 -fno-pie -no-pie
END
[ $failed = 0 ]
