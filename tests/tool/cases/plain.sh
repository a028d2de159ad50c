# For a file without keywords ucilkcc only execs the compiler; it finds keywords
# wherever they are.

# counted FLAG...: compiles to x.o; how often the compiler was started.
counted() {
    [ -x count ] || script count 'echo once >>calls; exec gcc "$@"'
    rm -f calls x.o
    cc --ucilk-cc=./count "$@" -o x.o || return
    wc -l <calls
}
is_plain() { # FLAG...
    same "$(counted "$@")" 1
    nm x.o >symbols
    lacks ucilk_abi symbols
}
has_tasks() { # FLAG...: of a file without <ucilk/abi.h>, which comes third
    same "$(counted "$@")" 3
    nm x.o >symbols
    grep -q ucilk_abi symbols
}

case_plain_files_cost_one_exec() {
    mkdir inc
    echo '#include "two.h"' >inc/one.h
    cat >inc/two.h <<'END'
/* spawn f(); sync; */ // cilk_spawn \
   cilk_sync
#define LAZY "do not spawn; sync; \" cilk_spawn" '"' /* " */
#if 0
 don't /* spawn
#endif
END
    printf '#include <stdio.h>\n#include <unistd.h>\n#include "one.h"\n' >a.c
    printf '#  include "none.h"\nint respawn, async_t; int x;\n' >>a.c
    sed -i 's/#  inc.*/#ifdef NONE\n&\n#endif/' a.c
    is_plain -Iinc -c a.c
    is_plain -Iinc -O2 -g -Wall -fPIC -DX=1 -D_FORTIFY_SOURCE=2 -MMD -c a.c
    is_plain -Iinc -include inc/two.h -imacros inc/two.h -c a.c
    is_plain -Iinc -Wp,-MMD,deps -Wp,-DY,-UZ -std=c99 -c a.c
    CPATH=inc is_plain -c a.c
    echo 'int main(void) { return 0; }' >b.c
    is_plain b.c
    is_plain -Iinc a.c b.c
    ldd "$build/bin/ucilkcc" >libraries
    lacks libclang libraries
}

case_keywords_are_found() {
    mkdir inc sub
    echo '#define GO cilk_spawn' >inc/go.h
    echo '#include "deep.h"' >inc/outer.h
    echo '#define GO spawn' >inc/deep.h
    echo '#define PASTE(a, b) a##b' >paste.h
    printf '#define GO cilk_sp\\\nawn\n' >splice.h
    body='void f(void); void g(void) { GO f(); cilk_sync; }'
    body=${body/ cilk_sync;/}
    try() { # FIRST LINE, FLAG...
        printf '%s\n%s\n' "$1" "$body" >a.c
        has_tasks "${@:2}" -c a.c
    }
    try '#include <go.h>' -Iinc
    try '#include <go.h>' -I inc
    try '#include "go.h"' -iquote inc
    try '#include <outer.h>' -Iinc
    try '#include <stdio.h> /* ' -Iinc -include go.h -Dx='*/' 2>/dev/null ||
        try '' -Iinc -include go.h
    try '' -Iinc -imacros outer.h
    try '' -DGO=cilk_spawn
    try '' -D GO=spawn
    try '' -Wp,-DGO=spawn
    try '' -Xpreprocessor -DGO=spawn
    try '#define WHICH <go.h>
#include WHICH' -Iinc
    try '#  /* x */  include /* y */ "inc/go.h"'
    try '/* x */ #include "inc/go.h"'
    try '#\
include "inc/go.h"'
    try '%:include "inc/go.h"'
    try '#include "splice.h"'
    try '#include "paste.h"
#define GO PASTE(cilk_, spawn)'
    CPATH=inc try '#include <go.h>'
    echo '#include_next <go.h>' >sub/go.h
    try '#include <go.h>' -Isub -Iinc
    echo '-Iinc -include go.h' >flags
    try '' @flags
    body='#ifdef NOT
don'\''t /* x
#endif
void f(void); void g(void) { spawn f(); } /* */'
    try ''
    body='char c = '\''"'\''; void f(void); void g(void) { spawn f(); } char d = '\''"'\'';'
    try ''
    body='char *c = "\"/*"; void f(void); void g(void) { spawn f(); } char *d = "*/";'
    try ''
}

case_programs_without_tasks_have_no_runtime() {
    two_files
    for compiler in $compilers; do
        for flags in "" -flto; do
            set -- --ucilk-cc=$compiler $flags
            cc "$@" plain.c -o plain
            cc "$@" -c plain.c part.c main.c
            cc "$@" plain.o -o plain2
            cc "$@" --ucilk-force plain.c -o plain3
            same "$(run ./plain3)" hello
            nm plain plain2 plain3 >symbols
            lacks 'uci_\|ucilk' symbols
            cc "$@" main.o part.o -o both
            same "$(run ./both)" 144
            rm -f libpart.a
            ar rc libpart.a part.o main.o
            mkdir -p dir
            cp libpart.a dir/
            for link in libpart.a "-L. -lpart" "-Ldir -l:libpart.a" \
                "-Wl,dir/libpart.a" "-Xlinker libpart.a"; do
                [ "$flags" = "" ] || continue
                # shellcheck disable=SC2086 # words
                cc "$@" -u main $link -o both
                same "$(run ./both)" 144
            done
        done
    done
    cc -c main.c part.c
    ar rc dir/libpart.a main.o part.o
    LIBRARY_PATH=dir cc -u main -lpart -o both
    same "$(run ./both)" 144
    cc "$examples/fib_macros.c" -o macros
    run ./macros 10
}

case_cost() {
    python3 "$here/cost.py"
}
