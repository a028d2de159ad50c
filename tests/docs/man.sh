#!/usr/bin/env bash
# man.sh BUILD: ucilkcc(1) and ucilk(1) have exactly the flags of --help, ucilkcc(1)
# every variable that the tool reads; ucilk(7) has every variable of UCILK_HELP=1;
# man and mandoc find no mistake in any; the shells complete every flag; and scripts
# refuse flags that they do not know.
. "$(dirname "$0")/../steps.sh"

pages=$root/docs/man
page=$pages/ucilkcc.1

# same NAME ONE OTHER: the two files are equal, and not empty.
same() { step "$1" equal "$2" "$3"; }
equal() { diff "$1" "$2" && [ -s "$1" ]; }

flags() { grep -oE -- '--[a-z]+(-[a-z]+)*(:[a-z]+)?|-W[a-z=-]*ucilk[A-Za-z-]*' | sort -u; }
section() { # NAME: of the page as it is read
    nroff -c -man -rHY=0 -rLL=200n "$page" | col -bx | sed -n "/^$1\$/,/^[A-Z]/p"
}

flags <<<"$("$build/bin/ucilkcc" --help)" >"$scratch/help"
section OPTIONS | flags >"$scratch/page"
same "the flags of --help and of the man page" "$scratch/help" "$scratch/page"

"$build/bin/ucilkcc" --ucilk-help-warnings | grep -oE '^ *-Wucilk-[a-z-]+' |
    sed 's/.*-Wucilk-//' | sort >"$scratch/help"
section OPTIONS | sed -n '/-help-warnings:$/,/--showme/p' |
    grep -oE '^ {14}[a-z-]+' | tr -d ' ' | sort >"$scratch/page"
same "the warnings of --ucilk-help-warnings and of the man page" \
    "$scratch/help" "$scratch/page"

page=$pages/ucilk.1
flags <<<"$("$build/bin/ucilk" --help; "$build/bin/ucilk" info --help
    "$build/bin/ucilk" scale --help | sed 's/--ucilk-tool//')" >"$scratch/help"
section OPTIONS | flags >"$scratch/page"
same "ucilk: the flags of --help and of the man page" "$scratch/help" "$scratch/page"
page=$pages/ucilkcc.1

grep -ohE 'getenv\("[A-Z_]+"\)' "$root"/tools/ucilkcc/*/*.c |
    grep -oE '[A-Z_]{2,}' | sort -u |
    grep -vxE 'PATH|TERM|LIBRARY_PATH|CCC_OVERRIDE_OPTIONS' >"$scratch/read"
section ENVIRONMENT | grep -oE '^ {7}[A-Z_]+( |$)' | tr -d ' ' | sort -u \
    >"$scratch/named"
same "the variables that the tool reads" "$scratch/read" "$scratch/named"

# --- What a run reads ---

page=$pages/ucilk.7
for tool in scale race sim child; do
    "$build/bin/ucilkcc" --ucilk-tool=$tool -O2 "$root/examples/fib.c" -o "$scratch/$tool"
done
"$build/bin/ucilkcc" --ucilk-groups -O2 "$root/examples/fib.c" -o "$scratch/groups"
for program in "$build/examples/fib" "$build/examples/cluster/fib" "$scratch"/{groups,scale,race,sim,child}; do
    UCILK_HELP=1 "$program" 20 | grep -oE '^ +UCILK_[A-Z_]+' | tr -d ' '
done | sort -u >"$scratch/help"
section ENVIRONMENT | grep -oE '^ {7}UCILK_[A-Z_]+(, UCILK_[A-Z_]+)*( |$)' |
    tr -d ' ' | tr , '\n' | sort -u >"$scratch/named"
same "the variables of UCILK_HELP=1 and of the man page" "$scratch/help" "$scratch/named"

# --- Completion ---

"$build/bin/ucilkcc" --help | flags | grep '^--' >"$scratch/help"
# shellcheck disable=SC2016
bash -c '. "$1" && COMP_LINE="ucilkcc -" COMP_POINT=9 && _ucilkcc "$2" &&
    printf "%s\n" "${COMPREPLY[@]}"' - "$root/tools/install/ucilkcc.bash" \
    "$build/bin/ucilkcc" >"$scratch/completed"
sed 's/=.*//' "$scratch/completed" | grep -xFf "$scratch/help" | sort -u >"$scratch/said" || true
same "bash completes the flags of --help" "$scratch/help" "$scratch/said"
# bash takes : for the end of a word.
# shellcheck disable=SC2016
bash -c '. "$1" && COMP_LINE="ucilkcc --showme:l" COMP_POINT=18 && _ucilkcc "$2" &&
    printf "%s\n" "${COMPREPLY[@]}"' - "$root/tools/install/ucilkcc.bash" \
    "$build/bin/ucilkcc" >"$scratch/said"
echo link >"$scratch/expected"
same "and behind a colon" "$scratch/expected" "$scratch/said"
sed -nE "s/^ *('|compadd -S '' -- )(--[a-z-]+(\\\\:[a-z]+)?).*/\2/p" "$root/tools/install/_ucilkcc" |
    tr -d '\134' | sort -u >"$scratch/said"
same "zsh completes the flags of --help" "$scratch/help" "$scratch/said"
for command in "trace --events --help --json --svg" "info --help --json" \
    "scale --bounds --help --json --runs --svg --workers"; do
    tr ' ' '\n' <<<"${command#* }" >"$scratch/expected"
    # shellcheck disable=SC2016
    bash -c '. "$1" && COMP_WORDS=(ucilk "$3" -) COMP_CWORD=2 && _ucilk "$2" &&
        printf "%s\n" "${COMPREPLY[@]}"' - "$root/tools/install/ucilk.bash" \
        "$build/bin/ucilk" "${command%% *}" | sort >"$scratch/said"
    same "bash completes the options of ucilk ${command%% *}" "$scratch/expected" "$scratch/said"
done
if command -v zsh >/dev/null; then
    echo 0 >"$scratch/expected"
    zsh -n "$root/tools/install/_ucilkcc" && zsh -n "$root/tools/install/_ucilk" &&
        echo 0 >"$scratch/said"
    same "zsh reads its file" "$scratch/expected" "$scratch/said"
else
    echo "note: no zsh"
fi

# --- Scripts ---

for script in tools/try.sh tools/test.sh bench/run.sh bench/peers.sh; do
    says "$script takes no flag that it does not know" 2 "--help says" timeout 60 "$root/$script" --quik
done

# --- The pages ---

version=$(sed -nE 's/^project\(ucilk VERSION ([0-9.]+).*/\1/p' \
    "$root/CMakeLists.txt")
for page in "$pages"/*; do
    name=$(basename "${page%.*}")
    section "NAME" | grep -c "$name - " >"$scratch/one" || true
    echo 1 >"$scratch/expected"
    same "$name: a name for whatis" "$scratch/expected" "$scratch/one"
    echo "no message" >"$scratch/clean"
    { man --warnings=w -E UTF-8 -l "$page" 2>&1 >/dev/null | grep . ||
        echo "no message"; } >"$scratch/said"
    same "$name: man finds nothing" "$scratch/clean" "$scratch/said"
    { mandoc -T lint -W warning "$page" 2>&1 | grep . || echo "no message"; } \
        >"$scratch/said"
    same "$name: mandoc finds nothing" "$scratch/clean" "$scratch/said"
    head -1 "$page" | grep -oF "ucilk $version" >"$scratch/said" || true
    echo "ucilk $version" >"$scratch/expected"
    same "$name: the version" "$scratch/expected" "$scratch/said"
done
[ $n_failed = 0 ]
