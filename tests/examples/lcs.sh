#!/bin/bash
# lcs.sh BUILD: tests the example lcs in both forms: known answers; random strings
# and files on 1 to 8 workers against a simple program; wrong arguments; and that its
# memory grows no faster than the strings and the number of workers.
. "$(dirname "$0")/../steps.sh"

simple=$build/tests/lcs_simple
quiet=yes

# run STATUS LAST COMMAND...: ends with that status; that is its last line.
run() { says "UCILK_NWORKERS=${UCILK_NWORKERS-} ${*:3}" "$1" "^$2\$" last "${@:3}"; }
last() { timeout 60 "$@" 2>&1 | tail -1; }

# peaks PROGRAM N: bytes evacuated and futures alive, at most.
peaks() {
    UCILK_STATS=json:$scratch/stats timeout 60 "$1" -n "$2" -C 64 >"$scratch/log" 2>&1 ||
        echo "status $? of $1 -n $2 -C 64, UCILK_NWORKERS=$UCILK_NWORKERS"
    for name in evac_high_water_sum futures_high_water_sum; do
        sed -n "s/.*\"$name\": \([0-9]*\).*/\1/p" "$scratch/stats"
    done | paste -sd ' '
}

# at_most WHAT PEAKS TIMES PEAKS
at_most() {
    local what=$1 evac=$2 futures=$3 times=$4
    shift 4
    [ "$evac" -le $((times * $1)) ] && [ "$futures" -le $((times * $2)) ] && return
    fail "$what: $evac bytes, $futures futures; before $1 and $2"
}

RANDOM=42
random() { echo $(($1 + RANDOM % ($2 - $1 + 1))); }

letters() { # N: so many, on lines
    local i
    for ((i = 1; i <= $1; i++)); do
        if ((i % 70)); then printf %s "${bases[RANDOM % 4]}"; else echo; fi
    done
}
bases=(A C G T)

# Two words, once with a newline at the end; nothing; and too much.
printf 'the common words\n' >"$scratch/words"
printf 'some other words' >"$scratch/others"
printf '\n' >"$scratch/nothing"
truncate -s 67108865 "$scratch/long"

export UCILK_NWORKERS
for form in "" _macros; do
    lcs=$build/examples/lcs$form
    UCILK_NWORKERS=2
    # By another program, from the strings on.
    run 0 642 "$lcs" -n 1000 -C 64
    run 0 1609 "$lcs" -n 2000 -s 7 -a 2
    run 0 141 "$lcs" -n 1234 -s 4294967295 -a 256
    run 0 777 "$lcs" -n 777 -s 0 -a 1 -C 10
    run 0 3253 "$lcs" -n 5000 -C 1000
    for UCILK_NWORKERS in 1 2 3 4 5 6 7 8; do
        for alphabet in 1 2 4 256; do
            n=$(random 1 900)
            for block in $(random 1 20) $(random 21 400) 512; do
                # 1,000 blocks or so at most
                [ "$block" -gt $((n / 30)) ] || block=$((n / 30 + 1))
                strings="-n $n -s $RANDOM -a $alphabet"
                # shellcheck disable=SC2086
                run 0 "$("$simple" $strings)" "$lcs" $strings -C "$block"
            done
        done
        run 0 "$("$simple" -n 512)" "$lcs" -n 512 -C 32
        # Files, mostly of different lengths.
        for pair in "1 700" "900 30" "640 640" "333 1200"; do
            read -r n m <<<"$pair"
            letters "$n" >"$scratch/a"
            letters "$m" >"$scratch/b"
            run 0 "$("$simple" -f "$scratch/a" "$scratch/b")" \
                "$lcs" -C "$(random 40 200)" -f "$scratch/a" "$scratch/b"
        done
    done

    UCILK_NWORKERS=2
    run 2 "lcs: -n 0: not a whole number from 1 to 67108864" "$lcs" -n 0
    run 2 "lcs: -C 1025: not a whole number from 1 to 1024" "$lcs" -C 1025
    run 2 "lcs: -a 4x: not a whole number from 1 to 256" "$lcs" -a 4x
    run 2 "lcs: -s -1: not a whole number from 0 to 4294967295" "$lcs" -s -1
    run 2 "lcs: -h says what there is" "$lcs" -z
    run 0 9 "$lcs" -f "$scratch/words" "$scratch/others"
    run 0 0 "$lcs" -f "$scratch/words" "$scratch/nothing"
    run 0 0 "$lcs" -f "$scratch/nothing" "$scratch/words"
    run 0 0 "$lcs" -f "$scratch/nothing" /dev/null
    run 0 16 "$lcs" -f "$scratch/words" "$scratch/words" -C 3
    run 2 "lcs: -f x: a second file is wanted" "$lcs" -f x
    run 1 "lcs: $scratch/none: No such file or directory" "$lcs" -f "$scratch/none" /dev/null
    run 1 "lcs: $scratch: Is a directory" "$lcs" -f /dev/null "$scratch"
    run 1 "lcs: $scratch/long has more than 67108864 bytes" "$lcs" -f /dev/null "$scratch/long"
    run 2 "lcs: 17: not a flag; -h says what there is" "$lcs" 17
    run 0 "  -h          this text, also --help" "$lcs" -h

    before=
    for n in 2048 4096 8192 16384; do
        UCILK_NWORKERS=1
        one=$(peaks "$lcs" $n)
        # shellcheck disable=SC2086
        [ -z "$before" ] || at_most "lcs$form -n $n on one worker" $one 2 $before
        before=$one
    done
    for UCILK_NWORKERS in 2 3 8; do
        for again in 1 2 3; do
            # shellcheck disable=SC2046,SC2086
            at_most "lcs$form -n 16384 on $UCILK_NWORKERS workers ($again)" \
                $(peaks "$lcs" 16384) "$UCILK_NWORKERS" $one
        done
    done
done

echo "$n_passed passed, $n_failed failed"
[ $n_failed = 0 ]
