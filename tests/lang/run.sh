#!/bin/bash
# run.sh BUILD [--quick|--full|--cluster]: the language programs of this folder, over
# compilers, flags, numbers of workers, forced steals and seeds; all must
# print what their serial elision prints.
#
# NAME.c is in keywords and compiled by BUILD/bin/ucilkcc, NAME_macros.c is in
# macros.  Both link BUILD/lib/libucilk_test.a; with --cluster, and few sets of
# flags, those for clusters link libucilk_cluster_test.a.  --quick (the default) compiles
# everything with some of the sets of flags, but plain -O0 and -O2, which
# tests/stress has, and spreads the runs over them; --full makes every run with
# every set of flags.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)

# Programs whose tasks share nothing, and print nothing.
for_clusters=" cilk5 errno_macros exits exits_macros kept names old recursion \
    recursion_macros reducers regions_macros scopes templates "

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
    fi
    for cc in gcc clang; do
        [ "$mode" = quick ] || printf '%s\n' "$cc -O0" "$cc -O2"
        cat <<EOF
$cc -O1
$cc -Os
$cc -O3 -march=native
$cc -O2 -flto$([ $cc = clang ] && echo " -fuse-ld=lld")
$cc -O3 -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fno-pie -no-pie
EOF
    done
}

names() { # of the programs of a form
    local file
    for file in "$here"/*.c; do
        file=${file##*/}
        [ "$mode" != cluster ] || [[ $for_clusters = *" ${file%.c} "* ]] || continue
        case $1 in
        macros) [[ $file == *_macros.c ]] && echo "${file%_macros.c}" ;;
        keywords) [[ $file != *_macros.c ]] && echo "${file%.c}" ;;
        esac
    done
    return 0
}

# build FORM NAME OUTPUT CC FLAGS...
build() {
    local form=$1 name=$2 output=$3 cc=$4
    shift 4
    local library=$build/lib/libucilk_test.a
    local kind=()
    if [ "$mode" = cluster ]; then
        library=$build/lib/libucilk_cluster_test.a
        kind=(--ucilk-cluster)
    fi
    case $form in
    macros)
        [ "$mode" != cluster ] || set -- -DUCILK_CLUSTER "$@"
        "$cc" -g -I"$build/include" "$@" "$here/${name}_macros.c" "$library" -lm \
            -pthread -o "$output"
        ;;
    keywords)
        "$build/bin/ucilkcc" --ucilk-cc="$cc" "${kind[@]}" -g "$@" -c "$here/$name.c" \
            -o "$output.o" &&
            "$cc" -g "$@" "$output.o" "$library" -lm -pthread -o "$output"
        ;;
    esac
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

# The runs of the nth program in the kth configuration: WORKERS:STEAL:SEED
runs_of() {
    local n=$1 k=$2 all=(1:no:0 2:no:1 8:no:2 2:always:3 8:always:4
        2:always:0 8:always:5 2:always:6)
    if [ "$mode" = full ]; then
        echo "${all[@]}"
    else
        local i=$((n + k))
        echo "2:always:$((k + 7))" "${all[$((i / 2 % 8))]}"
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
    local n=0 n_programs=0 n_runs=0 name setting bad=0 field zero="" sums="" total
    mkdir -p "$dir"
    for name in $(names "$form"); do
        [ -e "$scratch/$name.expected" ] || continue # reported already
        n=$((n + 1))
        [ "$mode" != quick ] || [ $(((n + k) % 2)) = 0 ] || continue
        n_programs=$((n_programs + 1))
        if ! build "$form" "$name" "$dir/$name" "$cc" "${flags[@]}" \
            >"$dir/$name.log" 2>&1; then
            echo "FAIL $label: $name does not compile"
            sed 's/^/     /' "$dir/$name.log" | head -8
            bad=1
            continue
        fi
        for setting in $(runs_of $n "$k"); do
            local workers=${setting%%:*} rest=${setting#*:} status=0
            local steal=${rest%%:*} seed=${rest#*:}
            local out=$dir/$name.$workers.$steal.$seed
            n_runs=$((n_runs + 1))
            run "$dir/$name" "$out" "$workers" "$steal" "$seed" || status=$?
            if [ $status = 0 ] && cmp -s "$out.out" "$scratch/$name.expected"
            then
                [ "$steal" = no ] || mv "$out.json" "$out.forced"
                continue
            fi
            bad=1
            echo "FAIL $label: $name, $workers workers, forced steals" \
                "$steal, seed $seed: status $status"
            [ $status != 0 ] ||
                diff "$out.out" "$scratch/$name.expected" | head -10 |
                sed 's/^/     /'
            head -40 "$out.err" | sed 's/^/     /'
        done
    done
    for field in steals failed_pops suspends; do
        total=$(sum $field "$dir"/*.forced) || total=0
        sums+=", ${field//_/ } $total"
        [ "$total" -gt 0 ] || zero+=" $field"
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
# For clusters, of which programs a part is, one is enough.
expect() {
    local name=$1 form file compile bad=0
    local first=""
    for form in keywords macros; do
        file=$here/$name.c
        [ $form = keywords ] || file=$here/${name}_macros.c
        [ -e "$file" ] || continue
        for compile in "gcc -O1" "clang -O2" ucilkcc; do
            [ "$mode" != cluster ] || [ -z "$first" ] || break 2
            local program="$scratch/$name.serial"
            if [ "$compile" = ucilkcc ]; then
                [ $form = keywords ] && [ -x "$build/bin/ucilkcc" ] || continue
                compile="$build/bin/ucilkcc --ucilk-serial -O1"
            elif [ $form = keywords ] && grep -qwE 'cilk_future|inlet' "$file"; then
                continue # no macro elides it
            fi
            if ! $compile -DUCILK_SERIAL -I"$build/include" "$file" \
                -o "$program" -lm 2>"$program.log"; then
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
                mv "$program.out" "$scratch/$name.expected"
            elif ! cmp -s "$program.out" "$scratch/$name.expected"; then
                echo "FAIL serial elision: $name: $form by $compile and" \
                    "$first disagree"
                diff "$program.out" "$scratch/$name.expected" | head
                bad=1
            fi
        done
    done
    return $bad
}

case ${1:-} in
--one | --expect) # from xargs below
    build=$2 mode=$3 scratch=$4
    "${1#--}" $5 || touch "$scratch/failed"
    exit 0
    ;;
esac

[ $# -ge 1 ] || die "usage: run.sh BUILD [--quick|--full|--cluster]"
build=$(cd "$1" && pwd)
mode=${2:---quick}
mode=${mode#--}
[[ $mode =~ ^(quick|full|cluster)$ ]] || die "unknown option --$mode"
[ -e "$build/lib/libucilk_test.a" ] || die "no libucilk_test.a in $build/lib"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# For the elisions of deep recursions; the others have the region.
ulimit -S -s "$(ulimit -H -s)"

forms=macros
if [ -x "$build/bin/ucilkcc" ]; then
    forms="macros keywords"
else
    echo "note: $build has no ucilkcc: the keyword forms are not run"
fi
for form in $forms; do names "$form"; done | sort -u >"$scratch/names"
xargs -P 2 -n 1 bash "$0" --expect "$build" "$mode" "$scratch" <"$scratch/names"
[ -e "$scratch/failed" ] ||
    echo "ok serial elisions: $(wc -l <"$scratch/names") programs"

configurations | awk -v forms="$forms" '
    { n = split(forms, f, " ")
      for (i = 1; i <= n; i++) { cc = $1; rest = $0; sub(/^[^ ]+/, "", rest)
          print NR, f[i], cc rest } }' |
    tr '\n' '\0' |
    xargs -0 -P 2 -n 1 bash "$0" --one "$build" "$mode" "$scratch"
[ ! -e "$scratch/failed" ]
