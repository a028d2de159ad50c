# The scripts here source this file.  Its functions run cases and print a line, ok or
# FAIL, for each.  BUILD is $1; the working directory is a temporary one.
set -uo pipefail

build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ucilkcc=$build/bin/ucilkcc
archive=("$build/lib/libucilk.a" -pthread)
shared=("-L$build/lib" -Wl,-Bdynamic "-l:libucilk.so" "-Wl,-rpath,$build/lib" -pthread)
workers=(1 4 2 8 3 16)
n=0

# case_of LABEL COMMAND...: on another number of workers each time, which must end
# with 0 and print "right".
case_of() {
    local label=$1 out status=0 settings
    shift
    n=$((n + 1))
    settings=(UCILK_NWORKERS="${workers[$((n % 6))]}" UCILK_TEST_TIMEOUT=60)
    [ $((n % 2)) = 0 ] || settings+=(UCILK_TEST_STEAL=always)
    out=$(timeout -k 5 70 env "${settings[@]}" "$@" 2>&1) || status=$?
    if [ $status = 0 ] && [ "$out" = right ]; then
        echo "ok $label"
    else
        echo "FAIL $label: ${settings[*]}, status $status: $(tail -n 1 <<<"$out" | cut -c1-200)"
    fi
}

# compile LABEL COMMAND...: silent; one line where it fails.
compile() {
    local label=$1
    shift
    "$@" >compile.log 2>&1 && return
    echo "FAIL $label: does not compile: $(grep -m 1 -E 'error|undefined|cannot' compile.log | cut -c1-200)"
    return 1
}

# says LABEL STATUS PATTERN COMMAND...: ends so, and what it says is like that.
any=$'*([!\n])' # of a line
says() {
    local said status=0
    said=$(timeout -k 5 70 "${@:4}" 2>&1) || status=$?
    # shellcheck disable=SC2053 # a pattern
    if [ $status = "$2" ] && [[ $said == $3 ]]; then
        echo "ok $1"
    else
        echo "FAIL $1: status $status: $(head -1 <<<"$said" | cut -c1-150)"
    fi
}

# program LABEL COMMAND...: compiles with -o program, and runs it.
program() {
    local label=$1
    shift
    compile "$label" "$@" -o program && case_of "$label" ./program
}
