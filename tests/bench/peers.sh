#!/bin/bash
# peers.sh BUILD: bench/peers.sh in a tiny size.  All programs of the peers that Debian
# has are right, and the tables show what was measured; a wrong answer is noticed.
# What Debian does not have is stood in for: stand_ins/ for libraries, and programs
# that print what the originals print, and so only the scripts are tested with these.
. "$(dirname "$0")/../steps.sh"

same() { # WHAT EXPECTED SAID
    step "$1: $3, should be $2" [ "$2" = "$3" ]
}
refuses() { # WHAT MESSAGE OPTION...: status 2, and a line that says so
    says "$1" 2 "$2" "$root/bench/peers.sh" "${@:3}" "$build"
}
peers() { # OPTION...: into out and err; the status into `status'
    status=0
    "${script:-$root/bench/peers.sh}" --size tiny "$@" "$build" >"$scratch/out" 2>"$scratch/err" || status=$?
}

# --- What Debian has, and stand-ins of libraries ---

peers --rounds 2 --csv "$scratch/csv" --peers serial,gomp,libomp,tbb
same "all programs: status" 0 $status
cat "$scratch/err"
same "rows of the table" 28 "$(grep -cE '^(fib|nqueens|uts|short|long|matmul|sort) +[a-z]' "$scratch/out" || true)"
same "rows of the CSV" 29 "$(wc -l <"$scratch/csv")"
same "fields of the CSV, and ratios that fit" 28 "$(awk -F, 'NR > 1 && NF == 15 && $10 > 0 && $10 <= $11 &&
    $12 > 0 && $12 <= $13 && $14 - $12 / $10 < 0.0051 && $14 - $12 / $10 > -0.0051' "$scratch/csv" | wc -l)"
peers --check --programs fib,nqueens,short --peers taskflow,opencilk,massivethreads \
    --taskflow "$here/stand_ins/taskflow" --opencilk "$here/stand_ins/opencilk" \
    --massivethreads "$here/stand_ins/massivethreads"
same "stand-ins: status" 0 $status
cat "$scratch/err"
same "right ones of stand-ins, and of ucilk over both compilers" 15 "$(grep -c ' right$' "$scratch/out" || true)"

# --- A wrong answer ---

mkdir "$scratch/wrong" && cp -R "$root/bench" "$root/examples" "$scratch/wrong/"
sed -i 's/return x + y;/return x + y + (n == 2);/' "$scratch/wrong/bench/peers/fib.cc"
rm -rf "$build/peers/gomp"
script=$scratch/wrong/bench/peers.sh peers --under "nice -n 1" --rounds 1 --programs fib,nqueens --peers gomp
same "a wrong fib: status" 1 $status
step "a wrong fib is named" grep "FAIL gomp: .*fib 20" "$scratch/err"
step "a wrong fib has no time" grep "^fib  *gomp  *FAILED" "$scratch/out"
step "another program is measured all the same" grep "^nqueens  *gomp  *0\.[0-9]" "$scratch/out"
rm -rf "$build/peers/gomp"

# --- Peers by their source trees ---

# tree NAME FILE...: a tree with these files, and `program' to be started.
tree() {
    local tree=$scratch/$1 file; shift
    for file; do
        mkdir -p "$tree/$(dirname "$file")"
        : >"$tree/$file"
    done
}
prints() { # FILE LINE...: a program that prints the lines
    local file=$1; shift
    printf '#!/bin/bash\n' >"$file"
    printf 'echo "%s"\n' "$@" >>"$file"
    chmod +x "$file"
}
nodes=$("$build/peers/serial/uts" -t 1 -a 3 -d 6 -b 4 -r 19 -v 0 | awk '{ print $1 }')
leaves=$("$build/peers/serial/uts" -t 1 -a 3 -d 6 -b 4 -r 19 -v 0 | awk '{ print $2 }')
mkdir "$scratch/bin"
export PATH=$scratch/bin:$PATH
for launcher in mpirun oshrun; do # leaves out -n WORKERS
    printf '#!/bin/bash\nshift 2\nexec "$@"\n' >"$scratch/bin/$launcher"
done
for compiler in oshcc oshc++ mpicc mpicxx javac; do prints "$scratch/bin/$compiler" compiled; done
printf '#!/bin/bash\nmkdir -p bin && cp compiler bin/x10c++\n' >"$scratch/bin/ant"
chmod +x "$scratch"/bin/*

# Each prints `number' of nodes, or leaves where it has no nodes.
stand_in() { # PEER NUMBER
    local peer=$1 number=$2 search=examples/charm++/state_space_searchengine
    rm -rf "${scratch:?}/$peer" "$build/peers/$peer"
    case $peer in
    massivethreads-dm)
        tree $peer comm/src/mpi3/comm_base.cc uth/src/uni/worker.cc uth/examples/uts/Makefile.in
        prints "$scratch/$peer/configure" "configured"
        printf 'all install:\n' >"$scratch/$peer/Makefile"
        prints "$scratch/$peer/uth/examples/uts/uts" "tree size = $number, depth = 6, leaves = $leaves, ratio = 80.00," \
            "np = 2, server_mod = 0, time = 0.250000, throughput = 1.0, throughput/np = 0.5," ;;
    saws)
        tree $peer tc.mk libtc/collection-saws.c examples/uts/uts_iter_driver.cc
        printf 'uts-scioto:\n\tcp program uts-scioto\n' >"$scratch/$peer/examples/uts/Makefile"
        prints "$scratch/$peer/examples/uts/program" \
            "Tree size = $number, tree depth = 6, num leaves = $leaves (80.00%)" \
            "Wallclock time = 0.250 sec, performance = 1 nodes/sec (1 nodes/sec per PE)" ;;
    charm)
        tree $peer src/ck-core/ck.h $search/searchengineLib/searchEngine.C \
            $search/UnbalancedTreeSearch_SE/searchEngineAPI.C
        prints "$scratch/$peer/build" "built"
        printf 'all:\n' >"$scratch/$peer/$search/searchengineLib/Makefile"
        printf 'main:\n\tcp program main\n' >"$scratch/$peer/$search/UnbalancedTreeSearch_SE/Makefile"
        prints "$scratch/$peer/$search/UnbalancedTreeSearch_SE/program" "All states are done in 0.250000 sec " \
            "$((leaves + number - nodes)) solutions are found in 0.250000 sec, with 2 processors" ;;
    glb)
        tree $peer x10.dist/build.xml x10.runtime/src-x10/x10/glb/GLB.x10 x10.dist/samples/GLB/uts/UTSG.x10 \
            x10.dist/samples/GLB/uts/brg_sha1.c
        prints "$scratch/$peer/x10.dist/program" "Myresult: $number" "Setup time(s):0.01" "Process time(s):0.25"
        # -O -NO_CHECKS -x10rt NETWORK -o OUTPUT SOURCE
        printf '#!/bin/bash\ncp ../../../program "$6"\n' >"$scratch/$peer/x10.dist/compiler"
        chmod +x "$scratch/$peer/x10.dist/compiler" ;;
    esac
}
for peer in massivethreads-dm saws charm glb; do
    stand_in $peer "$nodes"
    peers --rounds 1 --programs fib,uts --peers $peer --$peer "$scratch/$peer"
    same "$peer: status" 0 $status
    step "$peer is in the table: $(cat "$scratch/out" "$scratch/err")" \
        grep -E "^uts +$peer +0\.[0-9]+ +0\.[0-9]+ +0\.250000 +0\.250000 " "$scratch/out"
    stand_in $peer $((nodes + 1))
    peers --rounds 1 --programs uts --peers $peer --$peer "$scratch/$peer"
    same "$peer, a wrong tree: status" 1 $status
    step "$peer, a wrong tree is named" grep "$peer.sh: wrong: " "$scratch/err"
    mkdir -p "$scratch/empty"
    refuses "$peer, another tree" "is not the source of" --size tiny --peers $peer --$peer "$scratch/empty"
    rm -rf "${build:?}/peers/$peer"
done

# --- Options ---

refuses "a program that there is not" "no program fob" --programs fob
refuses "a peer that there is not" "no peer tbbb" --peers tbbb
refuses "a size that there is not" "no size huge" --size huge
refuses "no rounds" "0: not a whole number" --rounds 0
refuses "a folder that there is not" "there is no folder" --saws /nowhere
refuses "a peer whose tree is not named" "name its source tree by --saws" --peers saws
says "an option without a value" 2 "--csv wants a value" "$root/bench/peers.sh" "$build" --csv
[ $n_failed = 0 ]
