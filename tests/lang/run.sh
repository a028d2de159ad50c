#!/bin/bash
# run.sh BUILD [--manuals] [--quick|--full|--brief|--cluster|--flags]: the language programs of
# this folder, over compilers, flags, numbers of workers, forced steals and
# seeds; all must print what their serial elision prints.
#
# --manuals takes those of manuals/, a folder for each dialect.
#
# NAME.c is in keywords and compiled by BUILD/bin/ucilkcc, NAME_macros.c is in macros,
# or made of NAME.c by macros.py.  Both link BUILD/lib/libucilk_test.a; with --cluster,
# and few sets of flags, those for clusters link libucilk_cluster_test.a.  --quick (the
# default) compiles everything with an eighth of the sets of flags, another every day,
# but plain -O0 and -O2, which tests/stress has for this folder, and spreads the runs
# over them; --full makes every run with every set of flags.  --brief compiles each
# program with one of two sets by each compiler.  --flags: some programs, with the flags
# that distributions and users harden and link with, by every gcc and clang that is
# installed.  A set that the compiler refuses for a program without ucilk is named.
#
# COMPILERS in the environment, "gcc-13 clang-17", stands in for gcc and clang behind
# what is run; lld is clang's linker for -flto.  PREFIX is where the library and its
# headers are, if not in BUILD.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)

# Programs whose tasks share nothing, and print nothing.
for_clusters=" cilk5 errno_macros exits exits_macros names old passing recursion \
    recursion_macros reducers regions_macros scopes vectors "

# With --flags.
for_flags=" captures exits exits_macros for futures futures_macros loops loops_macros \
    recursion recursion_macros reducers "

die() {
    echo "run.sh: $*" >&2
    exit 2
}

# compiler, then flags
configurations() {
    local cc
    if [ "$mode" = cluster ]; then
        printf '%s\n' "gcc -O0" "gcc -O3 -march=native" "clang -O2"
        return
    elif [ "$mode" = flags ]; then
        for cc in ${COMPILERS:-$(installed)}; do
            sed "s/^/$cc /" <<EOF
-O2 -D_FORTIFY_SOURCE=3 -fcf-protection=full
-O2 -fstack-protector-strong -fstack-clash-protection
-O0 -fstack-protector-all
-O2 -fhardened
-O2 -ftrivial-auto-var-init=zero
-O1 -ftrivial-auto-var-init=pattern
-O2 -fzero-call-used-regs=used-gpr
-O1 -fzero-call-used-regs=used
-O2 -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
-O1 -fanalyzer
-O2 -flto=auto
-O2 -flto=auto -fuse-ld=bfd
-O2 -flto=auto -fuse-ld=lld
-O2 -flto=auto -fuse-ld=mold
-O2 -fuse-ld=lld
-O2 -fuse-ld=mold
-O1 -gdwarf-4 -gsplit-dwarf
-O2 -gdwarf-5 -gsplit-dwarf
EOF
        done
        return
    fi
    for cc in ${COMPILERS:-gcc clang}; do
        if [ "$mode" = brief ]; then
            printf '%s\n' "$cc -O1" "$cc -O3 -march=native -D_FORTIFY_SOURCE=3 -fcf-protection=full"
            continue
        fi
        [ "$mode$folder" = "quick$here" ] || printf '%s\n' "$cc -O0" "$cc -O2"
        cat <<EOF
$cc -O1
$cc -Os
$cc -O3 -march=native
$cc -O2 -flto$([[ $cc = *clang* ]] && echo " -fuse-ld=lld")
$cc -O3 -fstack-protector-strong -D_FORTIFY_SOURCE=3 -fcf-protection=full -fno-pie -no-pie
EOF
    done
}

installed() { # gccs and clangs
    compgen -c | grep -xE '(gcc|clang)-[0-9]+' | sort -Vu || echo gcc clang
}

names() { # of the programs of a form
    local file pattern="*.c"
    [ "$folder" = "$here" ] || pattern="*/*.c"
    for file in "$folder"/$pattern $([ "$folder" != "$here" ] || echo "$scratch"/macros/*.c); do
        file=${file#"$folder"/} file=${file#"$scratch"/macros/}
        [ "$mode" != cluster ] || [[ $for_clusters = *" ${file%.c} "* ]] || continue
        [ "$mode" != flags ] || [[ $for_flags = *" ${file%.c} "* ]] || continue
        case $1 in
        macros) [[ $file == *_macros.c ]] && echo "${file%_macros.c}" ;;
        keywords) [[ $file != *_macros.c ]] && echo "${file%.c}" ;;
        esac
    done
    return 0
}

source_of() { # FORM NAME
    local made=$scratch/macros/$2_macros.c
    case $1 in
    macros) [ -e "$made" ] && echo "$made" || echo "$folder/$2_macros.c" ;;
    keywords) echo "$folder/$2.c" ;;
    esac
}

# build FORM NAME OUTPUT CC FLAGS...
build() {
    local form=$1 name=$2 output=$3 cc=$4
    shift 4
    local library=$prefix/lib/libucilk_test.a
    local kind=()
    [ "$prefix" = "$build" ] || kind=(--ucilk-prefix="$prefix")
    if [ "$mode" = cluster ]; then
        library=$build/lib/libucilk_cluster_test.a
        kind=(--ucilk-cluster)
    fi
    case $form in
    macros)
        [ "$mode" != cluster ] || set -- -DUCILK_CLUSTER "$@"
        "$cc" -g -I"$prefix/include" -I"$here" "$@" -c "$(source_of macros "$name")" -o "$output.o"
        ;;
    keywords)
        "$build/bin/ucilkcc" --ucilk-cc="$cc" "${kind[@]}" -g "$@" -c "$folder/$name.c" \
            -o "$output.o"
        ;;
    esac && "$cc" -g "$@" "$output.o" "$library" -lm -pthread -o "$output"
}

# Does the compiler make no program without ucilk with these flags?
refuses() { # DIR CC FLAGS...: its message is in DIR/plain.log
    local plain=$1/plain
    shift
    printf '#include <stdio.h>\nint main(void) { return puts("plain") < 0; }\n' >"$plain.c"
    ! "$@" -c "$plain.c" -o "$plain.o" >"$plain.log" 2>&1 ||
        ! "$@" "$plain.o" -o "$plain" >"$plain.log" 2>&1 || ! "$plain" >"$plain.log" 2>&1
}

# run PROGRAM OUTPUT WORKERS STEAL SEED: stdout is a pipe.
run() {
    local status=0 setting=(UCILK_NWORKERS="$3" UCILK_TEST_SEED="$5"
        UCILK_TEST_TIMEOUT=180 UCILK_STATS=json:"$2.json")
    [ "$4" = no ] || setting+=(UCILK_TEST_STEAL="$4")
    { timeout 240 env "${setting[@]}" "$1" 2>"$2.err" | cat >"$2.out"; } ||
        status=$?
    return $status
}

# The runs of the nth program in the kth configuration, the mth of what is run:
# WORKERS:STEAL:SEED
runs_of() {
    local n=$1 k=$2 m=$3 all=(1:no:0 2:no:1 8:no:2 2:always:3 8:always:4
        2:always:0 8:always:5 2:always:6)
    if [ "$mode" = full ]; then
        echo "${all[@]}"
    elif [ "$mode" = flags ]; then
        echo "$((n % 2 * 2 + 2)):always:$k"
    elif [ $((m % 2)) = 0 ]; then
        echo "2:always:$((k + 7))"
    else
        echo "${all[$((m / 2 % 8))]}"
    fi
}

sum() { # FIELD FILES...
    local field=$1
    shift
    cat "$@" | grep -o "\"$field\": [0-9]*" | awk '{ s += $2 } END { print s + 0 }'
}

# one K FORM CC FLAGS...: everything of one configuration; one line.
one() {
    local k=$1 form=$2 cc=$3
    local flags=("${@:4}") label="${*:3} $2" dir=$scratch/$1.$2
    local n=0 n_programs=0 n_runs=0 name setting bad=0 field zero="" sums="" total every=1
    case $mode in quick) every=8 n=$(($(date +%s) / 86400)) ;; brief) every=2 ;; esac
    [ "$mode" != quick ] || [ "$folder" = "$here" ] || every=2 # few programs
    mkdir -p "$dir"
    if [ "$mode" = flags ] && refuses "$dir" "$cc" "${flags[@]}"; then
        echo "not run: $label: $(grep -m 1 -E 'rror|not ' "$dir/plain.log" || head -1 "$dir/plain.log")"
        return 0
    fi
    for name in $(names "$form"); do
        local program=$dir/${name//\//.} expected=$scratch/${name//\//.}.expected
        [ -e "$expected" ] || continue # reported already
        n=$((n + 1))
        [ $(((n + k) % every)) = 0 ] || continue
        n_programs=$((n_programs + 1))
        if ! build "$form" "$name" "$program" "$cc" "${flags[@]}" \
            >"$program.log" 2>&1; then
            echo "FAIL $label: $name does not compile"
            sed 's/^/     /' "$program.log" | head -8
            bad=1
            continue
        fi
        for setting in $(runs_of $n "$k" $(((n + k) / every))); do
            local workers=${setting%%:*} rest=${setting#*:} status=0
            local steal=${rest%%:*} seed=${rest#*:}
            local out=$program.$workers.$steal.$seed
            n_runs=$((n_runs + 1))
            run "$program" "$out" "$workers" "$steal" "$seed" || status=$?
            if [ $status = 0 ] && cmp -s "$out.out" "$expected"
            then
                [ "$steal" = no ] || [ ! -e "$out.json" ] || mv "$out.json" "$out.forced"
                continue
            fi
            bad=1
            echo "FAIL $label: $name, $workers workers, forced steals" \
                "$steal, seed $seed: status $status"
            [ $status != 0 ] ||
                diff "$out.out" "$expected" | head -10 |
                sed 's/^/     /'
            head -40 "$out.err" | sed 's/^/     /'
        done
    done
    # Few programs need not wait.
    local need_not=suspends
    [ "$folder" != "$here" ] || [ $n_programs -lt 4 ] || need_not=
    for field in steals failed_pops suspends; do
        total=$(sum $field "$dir"/*.forced) || total=0
        sums+=", ${field//_/ } $total"
        [ "$total" -gt 0 ] || [ $field = "$need_not" ] || zero+=" $field"
    done
    if [ -n "$zero" ]; then
        echo "FAIL $label: never happened under forced steals:$zero"
        bad=1
    fi
    rm -rf "$dir"
    [ $bad = 0 ] || return 1
    echo "ok $label: $n_programs programs, $n_runs runs$sums"
}

# expect NAME: what its serial elision prints; every form of it must agree.
# Where few programs or sets of flags are run, one is enough; with --quick one compiler
# of the two has the keywords, and the other the macros.
expect() {
    local name=$1 form file compile bad=0
    local compilers=("gcc -O1" "clang -O2" --ucilk-cc=gcc --ucilk-cc=clang)
    [ "$mode" != quick ] || case $((${#name} % 2)) in
        0) compilers=("gcc -O1" --ucilk-cc=clang) ;;
        1) compilers=("clang -O2" --ucilk-cc=gcc) ;;
    esac
    local first="" program=$scratch/${name//\//.}
    for form in keywords macros; do
        file=$(source_of $form "$name")
        [ -e "$file" ] || continue
        for compile in "${compilers[@]}"; do
            [[ $mode = @(quick|full) ]] || [ -z "$first" ] || break 2
            if [[ $compile = --ucilk-cc=* ]]; then
                [ $form = keywords ] && [ -x "$build/bin/ucilkcc" ] || continue
                compile="$build/bin/ucilkcc $compile --ucilk-serial -O1"
            elif [ $form = keywords ] && grep -qwE 'cilk_future|cilk_group|inlet|pragma lang' "$file"; then
                continue # no macro elides it
            fi
            if ! $compile -DUCILK_SERIAL -I"$build/include" -I"$here" \
                -I"$build/include/ucilk/compat" "$file" -o "$program" -lm 2>"$program.log"; then
                echo "FAIL serial elision: $form of $name by $compile"
                sed 's/^/     /' "$program.log" | head -20
                return 1
            fi
            if ! timeout 240 "$program" 2>&1 | cat >"$program.out"; then
                echo "FAIL serial elision: $form of $name by $compile: fails"
                head "$program.out"
                bad=1
            elif [ -z "$first" ]; then
                first="$form by $compile"
                mv "$program.out" "$program.expected"
            elif ! cmp -s "$program.out" "$program.expected"; then
                echo "FAIL serial elision: $name: $form by $compile and" \
                    "$first disagree"
                diff "$program.out" "$program.expected" | head
                bad=1
            fi
        done
    done
    return $bad
}

prefix=${PREFIX:-}
case ${1:-} in
--one | --expect) # from xargs below
    build=$2 mode=$3 folder=$4 scratch=$5 prefix=${prefix:-$2}
    # shellcheck disable=SC2086 # words
    "${1#--}" $6 || touch "$scratch/failed"
    exit 0
    ;;
esac

[ $# -ge 1 ] || die "usage: run.sh BUILD [--manuals] [--quick|--full|--brief|--cluster|--flags]"
build=$(cd "$1" && pwd) prefix=${prefix:-$build}
folder=$here
if [ "${2-}" = --manuals ]; then
    folder=$here/manuals
    shift
fi
mode=${2:---quick}
mode=${mode#--}
[[ $mode =~ ^(quick|full|brief|cluster|flags)$ ]] || die "unknown option --$mode"
[ -e "$prefix/lib/libucilk_test.a" ] || die "no libucilk_test.a in $prefix/lib"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$here/macros.py" "$scratch/macros"
# For the elisions of deep recursions; the others have the region.
ulimit -S -s "$(ulimit -H -s)"

forms=macros
if [ "$folder" != "$here" ]; then
    forms=keywords
elif [ -x "$build/bin/ucilkcc" ]; then
    forms="macros keywords"
else
    echo "note: $build has no ucilkcc: the keyword forms are not run"
fi
for form in $forms; do names "$form"; done | sort -u >"$scratch/.names"
xargs -P 2 -n 1 bash "$0" --expect "$build" "$mode" "$folder" "$scratch" <"$scratch/.names"
[ -e "$scratch/failed" ] ||
    echo "ok serial elisions: $(wc -l <"$scratch/.names") programs"

configurations | awk -v forms="$forms" '
    { n = split(forms, f, " ")
      for (i = 1; i <= n; i++) { cc = $1; rest = $0; sub(/^[^ ]+/, "", rest)
          print NR, f[i], cc rest } }' |
    tr '\n' '\0' |
    xargs -0 -P 2 -n 1 bash "$0" --one "$build" "$mode" "$folder" "$scratch"
[ ! -e "$scratch/failed" ]
