#!/bin/bash
# unequal.sh BUILD: hosts that differ: all ranks end, and one message names the
# difference, the host and the remedy; or the difference does no harm.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
. "$here/common.sh"
at_once=2
bin=$scratch/bin
mkdir "$bin"
fib=$bin/fib

"$build/bin/ucilkcc" --ucilk-cluster -O1 "$here/../../examples/fib.c" -o "$fib"
cp "$fib" "$fib.same"
for i in 1 2; do
    "$build/bin/ucilkcc" --ucilk-cluster -O1 -DFIRST=$i "$here/programs/twin.c" -Wl,--build-id=none -o "$bin/twin$i"
done
cc -O1 "$here/../fault/confine.c" -o "$bin/confine"

# starter NAME COMMAND: runs the program after that, under its name.
starter() {
    printf '#!/bin/bash\n%s "%s" "$@"\n' "$2" "$fib.same" >"$bin/$1"
    chmod +x "$bin/$1"
}
starter refusing "exec $bin/confine personality EPERM"
starter limited "ulimit -v 1000000; exec"
starter preloading "LD_PRELOAD=libz.so.1 exec"

# libc.so.6 with other bytes in the place of its version, or its build id.
libc=$(ldd "$fib" | awk '$1 == "libc.so.6" { print $3 }')
python3 - "$libc" "$bin" <<'PYTHON'
import ctypes, re, subprocess, sys
path, directory = sys.argv[1:]
image = open(path, "rb").read()
version = ctypes.CDLL("libc.so.6").gnu_get_libc_version
version.restype = ctypes.c_void_p
for line in open("/proc/self/maps"):
    low, high, offset = re.match(r"(\w+)-(\w+) \S+ (\w+)", line).groups()
    if int(low, 16) <= version() < int(high, 16):
        at = version() - int(low, 16) + int(offset, 16)
notes = subprocess.run(["readelf", "-n", path], capture_output=True, text=True)
build = bytes.fromhex(re.search(r"Build ID: (\w+)", notes.stdout)[1])
for name, at in ("libc_version", at), ("libc_build", image.index(build)):
    other = bytearray(image)
    other[at] ^= 1
    open(f"{directory}/{name}", "wb").write(other)
PYTHON
chmod +x "$bin"/libc_*

# on_h2 NAME STATUS PATTERN SETUP -- LAUNCHER PROGRAM...: after SETUP on host h2.
on_h2() {
    # shellcheck disable=SC2016
    check "${*:6:1}: $1" "$2" "$3" -- "$hosts" 2x1 --limit 100 -- \
        bash -c 'on h2 "$1" && exec "${@:2}"' - "$4" "${@:6}"
}

has='on host h2: rank 1 has what rank 0 on host h1 has not:'
for launcher in mpirun.openmpi mpirun.mpich; do
    on_h2 "another program" 1 "$has another program: copy the same file" \
        "mount --bind $fib $bin/twin1" -- $launcher "$bin/twin1"
    on_h2 "other data" 1 "$has another program: copy the same file" \
        "mount --bind $bin/twin2 $bin/twin1" -- $launcher "$bin/twin1"
    on_h2 "another C library" 1 "$has another version of the C library: use the same system" \
        "mount --bind $bin/libc_version $libc" -- $launcher "$fib" 20
    on_h2 "another build of the C library" 1 "$has other shared libraries: .*libc.so.6" \
        "mount --bind $bin/libc_build $libc" -- $launcher "$fib" 20
    on_h2 "one library more" 1 "$has other shared libraries: .*libz.so.1" \
        "mount --bind $bin/preloading $fib" -- $launcher "$fib" 20
    on_h2 "random addresses" 1 "$has other addresses of code: allow personality" \
        "mount --bind $bin/refusing $fib" -- $launcher "$fib" 20
    # Open MPI 5's mpirun ends with 14 if the other rank first sees this one's socket close.
    on_h2 "too little memory" "1|14" "on host h2: cannot reserve .*raise it" \
        "mount --bind $bin/limited $fib" -- $launcher "$fib" 20
    on_h2 "no plug-in" 1 "on host h2: cannot open the plug-in for .*UCILK_PLUGINS" \
        "mount -t tmpfs none $build/lib/ucilk" -- $launcher "$fib" 20
done

# --- What makes no difference ---

verbose="mpirun.openmpi -x UCILK_VERBOSE=1"
osc=$(find /usr/lib -name mca_osc_ucx.so -exec readlink -f {} + | head -1)
[ -z "$osc" ] || on_h2 "no osc/ucx" 0 \
    "can make no window .*osc/ucx .* if it is installed on all hosts" \
    "mount --bind /dev/null $osc" -- \
    $verbose -x UCILK_ATOMICS=assist -x UCILK_STEAL=onesided "$fib" 20
# A card with any name is all that is looked for: the stack is one size on all,
# and all look what the network can do.
# shellcheck disable=SC2016
check "a network that pins memory" 0 "2 ranks, 1 on this node; stack 8 MiB each" \
    "because (one-sided operations do not|the network has no one-sided operations here that) progress" -- "$hosts" 2x1 --limit 100 -- \
    bash -c 'on h2 "$1" && exec "${@:2}"' - \
    'mkdir /run/sys && mount --rbind /sys /run/sys && mount -t tmpfs none /sys/class &&
     ln -s /run/sys/class/* /sys/class && mkdir -p /sys/class/infiniband/mlx5_0' \
    $verbose "$fib" 20
verdict
