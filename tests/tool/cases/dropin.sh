# ucilkcc instead of the compiler: all output besides the object is the same.

keyword_and_plain() { # k.c has tasks; p/k.c is the same without
    two_files
    cp main.c k.c
    mkdir -p p
    sed 's/spawn //; s/sync;//; /ucilk/d' main.c >p/k.c
    sed 's/spawn //; s/sync;//; /ucilk/d' part.c >p/part.c
    cp part.h p/
}

case_files_as_the_compiler_leaves_them() {
    keyword_and_plain
    same_files() { # FLAG...: in fresh copies of both; clang takes every other
        n_all=$((n_all + 1))
        [ $compiler = gcc ] || [ $((n_all % 2)) = 0 ] || return 0
        rm -rf a b
        mkdir -p a/o b/o
        cp p/* a/
        cp k.c part.c part.h b/
        (cd a && $compiler "$@" >a.out.txt 2>a.err.txt)
        (cd b && cc --ucilk-cc=$compiler "$@" >a.out.txt 2>a.err.txt)
        (cd a && find . -type f ! -name '*.bc' | sort) >a.list
        (cd b && find . -type f ! -name '*.bc' | sort) >b.list
        diff a.list b.list
    }
    for compiler in $compilers; do
        n_all=0
        same_files -save-temps -c k.c
        same_files -save-temps -c k.c -o o/x.o
        same_files -save-temps=obj -c k.c -o o/x.o
        same_files -save-temps=cwd -c k.c -o o/x.o
        same_files -save-temps k.c part.c -o o/x
        same_files -save-temps=obj k.c part.c -o o/x
        same_files -save-temps k.c part.c
        same_files --coverage -c k.c -o o/x.o
        same_files --coverage k.c part.c -o o/x
        same_files --coverage k.c part.c
        same_files -g -gsplit-dwarf k.c part.c -o o/x
        same_files -g -gsplit-dwarf -c k.c -o o/x.o
        same_files -fstack-usage -c k.c -o o/x.o
        same_files -MD k.c part.c -o o/x
        same_files -MMD -c k.c part.c
        same_files -MD -MP -MQ 'a$b' -MF o/d -c k.c
        same_files -Wp,-MD,o/d -c k.c
        same_files -E -MD k.c -o o/k.i
        same_files -S k.c part.c
        same_files -pipe -c k.c
        same_files -c k.c -o /dev/null
        same_files -fsyntax-only k.c
        same_files -x c-header part.h -o o/part.h.gch
    done
    compiler=gcc
    same_files -fdump-tree-optimized k.c part.c -o o/x
}

case_coverage_counts() {
    keyword_and_plain
    for compiler in $compilers; do
        local gcov=gcov
        [ $compiler = gcc ] || gcov="$(clang -print-prog-name=llvm-cov) gcov"
        rm -f ./*.gc* p/*.gc*
        for where in . p; do
            (
                cd $where
                cc --ucilk-cc=$compiler --coverage --ucilk-serial part.c k.c \
                    -o x
                run ./x
                # shellcheck disable=SC2012
                $gcov "$(ls ./*part.gcda)"
            )
        done
        # The same counts; the plain file has a line less, the include.
        awk -F: '$2 > 0 { print $1, $2 - 1 }' part.c.gcov | sed 1d >here
        awk -F: '$2 > 0 { print $1, $2 + 0 }' p/part.c.gcov >there
        grep -q '[1-9]' here
        diff here there
    done
    # In parallel as well, for one worker.
    rm -f ./*.gc*
    cc --coverage part.c k.c -o x
    UCILK_NWORKERS=1 run ./x
    gcov -r x-part.gcda >listed
    grep -q '[1-9][0-9]*: *5:    if (n < 2)' part.c.gcov
    same "$(grep -c ^File listed)" 1 # the header is not the user's
}

case_sanitizers_of_the_elision() {
    two_files
    sed -i 's/return 0/int *p = __builtin_malloc(4); return p[argc]/' main.c
    sed -i 's/main(void)/main(int argc, char **argv)/' main.c
    sed -i 's/long a, b;/long a, b; (void)argv;/' main.c
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler --ucilk-serial -g -Wno-all \
            -fsanitize=address,undefined main.c part.c -o both
        fails 1 env ASAN_OPTIONS=detect_leaks=0 ./both
        grep -q 'heap-buffer-overflow' err
        grep -q 'main\.c:11' err
    done
}

case_questions_to_the_compiler() {
    two_files
    for compiler in $compilers; do
        for flag in -dumpversion -dumpmachine -print-search-dirs \
            -print-file-name=libc.so -print-libgcc-file-name; do
            same "$(cc --ucilk-cc=$compiler $flag)" "$($compiler $flag)"
        done
        cc --ucilk-cc=$compiler '-###' -c main.c 2>err
        [ -s err ] && [ ! -e main.o ]
        cc --ucilk-cc=$compiler -v -c main.c 2>err
        grep -q version err
        [ -e main.o ]
        rm main.o
    done
    same "$(ls)" "$(printf 'err\nmain.c\npart.c\npart.h\nplain.c')"
}

case_other_languages() {
    two_files
    printf '.globl seven\nseven: mov $7, %%eax\nret\n' >seven.s
    sed 's/seven/eight/g' seven.s >eight.S
    echo '.section .note.GNU-stack' >>seven.s
    echo '.section .note.GNU-stack' >>eight.S
    printf 'extern "C" int seven();\nextern "C" int eight();\n' >sum.cc
    printf 'int sum = seven() + eight();\n' >>sum.cc
    printf 'extern int sum;\nint main(void) { return sum; }\n' >use.c
    cc -c sum.cc
    fails 14 cc_and_run use.c sum.o seven.s eight.S
    sed -i 's/int main/#include <ucilk\/ucilk.h>\nint part(int x) { return x; }\n&/' use.c
    sed -i 's/return sum/int s = spawn part(sum); sync; return s/' use.c
    fails 14 cc_and_run use.c sum.o seven.s eight.S
    cc -c use.c seven.s eight.S sum.cc
    fails 14 cc_and_run use.o seven.o eight.o sum.o
}
cc_and_run() {
    echo linked >&2
    cc "$@" -o program && run ./program
}

case_same_bytes_elsewhere() {
    two_files
    for compiler in $compilers; do
        # (gcc puts the map itself into what it makes for -flto.)
        for flags in "-O2 -g" "-O0 -g3"; do
            for where in one two/three; do
                rm -rf $where
                mkdir -p $where/tmp
                cp main.c part.h $where/
                # shellcheck disable=SC2086 # words
                (cd $where && TMPDIR=$PWD/tmp cc --ucilk-cc=$compiler $flags \
                    -frandom-seed=1 -ffile-prefix-map="$PWD"=. -c main.c)
            done
            cmp one/main.o two/three/main.o
        done
        for temporary in one two; do
            TMPDIR=$PWD/$temporary cc --ucilk-cc=$compiler -O1 -g -flto \
                -frandom-seed=1 -c main.c -o $temporary.o
        done
        cmp one.o two.o
    done
}

case_ccache() {
    two_files
    mkdir other
    cp -r "$build/bin" "$build/include" other/
    export CCACHE_DIR=$PWD/cache CCACHE_NODIRECT=1
    hits() {
        ccache --print-stats |
            awk '/^(direct|preprocessed)_cache_hit/ { n += $2 }
                 END { print n + 0 }'
    }
    compile() { timeout 60 ccache "$1/bin/ucilkcc" -O1 -c main.c -o main.o; }
    for direct in "" 1; do
        if [ "$direct" ]; then unset CCACHE_NODIRECT; fi
        ccache -C -z >/dev/null
        compile other
        cp main.o first.o
        same "$(hits)" 0
        compile other
        same "$(hits)" 1
        cmp main.o first.o
        echo 'extern int changed;' >>part.h
        compile other
        same "$(hits)" 1
        touch -d '1 hour ago' other/bin/ucilkcc # another tool
        compile other
        same "$(hits)" 1
        cc main.o part.c -o both
        same "$(run ./both)" 144
    done
}

case_parallel_make_with_generated_dependencies() {
    two_files
    mkdir src
    mv main.c part.c part.h src/
    for i in 1 2 3 4 5 6; do
        printf '#include "made.h"\nint f%s(void) { return MADE; }\n' $i \
            >src/f$i.c
    done
    cat >Makefile <<'END'
CFLAGS = -O1 -Wall -Werror -Isrc -I.
OBJECTS = $(patsubst src/%.c,obj/%.o,$(wildcard src/*.c))
both: $(OBJECTS)
	$(CC) $(CFLAGS) $^ -o $@
$(OBJECTS): | made.h obj
obj/%.o: src/%.c
	$(CC) $(CFLAGS) -MMD -MP -c $< -o $@
made.h:
	echo '#define MADE 1' >$@
obj:
	mkdir $@
-include $(OBJECTS:.o=.d)
END
    for cc in $compilers; do
        rm -rf obj both made.h
        UCILK_CC=$cc run make -j4 CC=ucilkcc
        same "$(run ./both)" 144
        run make -j4 CC=ucilkcc >second
        grep -q 'up to date' second
        sleep 1
        echo '#define MADE 2' >made.h
        UCILK_CC=$cc run make -j4 CC=ucilkcc >third
        same "$(grep -c -- ' -c ' third)" 6
        touch src/part.h
        CC=ucilkcc UCILK_CC=$cc run make -e -j4 >fourth
        same "$(grep -c -- ' -c ' fourth)" 2
    done
}

case_flags_of_other_cilk_compilers() {
    two_files
    for compiler in $compilers; do
        cc --ucilk-cc=$compiler -fopencilk -O1 -c main.c
        cc --ucilk-cc=$compiler -fcilkplus -ftapir=opencilk -c part.c
        cc --ucilk-cc=$compiler -fopencilk main.o part.o -lcilkrts -o program
        run ./program
    done
}

# docs/ucilkcc.md has the table.  Also with <cilk/cilk_api.h>, which has declared some already.
case_functions_of_other_runtimes() {
    cat >plain.c <<'EOF'
extern int __cilkrts_set_param(const char *, const char *), __cilkrts_synched(void);
extern int __cilkrts_get_nworkers(void), __cilkrts_get_worker_number(void);
extern void __cilkrts_atinit(void (*)(void)), __cilkrts_end_cilk(void);
extern int __cilkrts_atexit(void (*)(void));
extern int Cilk_rand(void), puts(const char *);
extern void Cilk_srand(unsigned);
static void at_init(void) { puts("init"); }
static void at_exit(void) { puts("exit"); }
static int wait_for(volatile int *flag)
{
    while (!*flag)
        ;
    return 21;
}
int main(void)
{
    int flag = 0, x, first;
    __cilkrts_atinit(at_init);
    if (__cilkrts_atexit(at_exit) || __cilkrts_set_param("nworkers", "2"))
        return 1;
    flag = __cilkrts_get_nworkers() == 1;
    x = _Cilk_spawn wait_for(&flag);
    flag = 1; /* who gets here has stolen it, but in the elision */
    _Cilk_sync;
    if (x != 21 || __cilkrts_get_nworkers() > 2 || __cilkrts_get_worker_number() > 1 ||
        __cilkrts_synched() > 1)
        return 2;
    __cilkrts_end_cilk();
    Cilk_srand(7);
    first = Cilk_rand();
    Cilk_rand();
    Cilk_srand(7);
    return first == Cilk_rand() ? __cilkrts_get_nworkers() + 2 : 9;
}
EOF
    { echo '#include <cilk/cilk_api.h>'; cat plain.c; } >header.c
    said() { # STATUS PROGRAM: two more than there are workers
        local status=0 out
        out=$(timeout 20 "$2") || status=$?
        same "$status $out" "$1 init"$'\n'exit
    }
    for compiler in $compilers; do
        for file in plain header; do
            cc --ucilk-cc=$compiler -O2 -c --ucilk-serial $file.c
            cc --ucilk-cc=$compiler --ucilk-serial $file.o -o elision
            cc --ucilk-cc=$compiler --ucilk-serial $file.c -o at_once
            cc --ucilk-cc=$compiler -O2 $file.c -o parallel
            sed 's/int main(void)/int go(void)/; s/^static //' $file.c >part.c
            printf 'int go(void);\nint main(void) { return go(); }\n' >main.c
            cc --ucilk-cc=$compiler -O2 -fPIC -shared part.c -o libpart.so
            $compiler main.c -L. -lpart -Wl,-rpath,. -o with_library
            said 3 ./elision
            said 3 ./at_once
            said 4 ./parallel
            LD_LIBRARY_PATH=$build/lib said 4 ./with_library
        done
    done
}

case_static_and_shared_of_either_kind() {
    two_files
    sed 's/int main(void)/long other(void); long other(void)/; s/printf.*/return a + b;/' \
        main.c >other.c
    for compiler in $compilers; do
        lto=-flto
        [ $compiler = gcc ] || lto="-flto -fuse-ld=lld"
        for flags in -static "-fPIE -static-pie" "-static $lto" "$lto" "-fPIE -pie" "-fno-pie -no-pie" -g3; do
            # shellcheck disable=SC2086 # words
            cc --ucilk-cc=$compiler -O2 $flags main.c part.c -o both
            same "$(run ./both)" 144
        done
        # shellcheck disable=SC2086
        cc --ucilk-cc=$compiler --ucilk-cluster -O2 $lto main.c part.c -o both
        same "$(run ./both)" 144
        for flags in -static -static-pie "-static $lto"; do
            rm -f both
            # shellcheck disable=SC2086
            fails 1 cc --ucilk-cc=$compiler --ucilk-cluster $flags main.c part.c -o both
            one_line err
            grep -q "^ucilkcc: error: ${flags%% *}: programs for clusters load" err
            [ ! -e both ]
        done
        cc --ucilk-cc=$compiler --ucilk-cluster -static plain.c -o plain
        same "$(run ./plain)" hello
        for flags in "" "$lto"; do
            # shellcheck disable=SC2086
            cc --ucilk-cc=$compiler -O2 -fPIC -shared $flags part.c other.c -o libpart.so
            printf '#include <stdio.h>\nlong other(void);\n' >plain_main.c
            printf 'int main(void) { return printf("%%ld\\n", other()) < 0; }\n' >>plain_main.c
            $compiler plain_main.c ./libpart.so -o both
            same "$(run ./both)" 144
            cc --ucilk-cc=$compiler main.c -L. -lpart -Wl,-rpath,"$PWD" -o both
            same "$(run ./both)" 144
            # shellcheck disable=SC2086
            cc --ucilk-cc=$compiler --ucilk-cluster -O2 -fPIC -shared $flags part.c \
                -o libpart.so
            cc --ucilk-cc=$compiler --ucilk-cluster main.c ./libpart.so -o both
            same "$(run ./both)" 144
        done
    done
}
