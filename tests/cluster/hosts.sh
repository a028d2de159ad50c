#!/bin/bash
# hosts.sh LAYOUT [OPTION...] -- COMMAND...: runs a command on a cluster of 1 to
# 16 hosts that exists for that long: network namespaces joined by a bridge,
# each with its own name, processes, /dev/shm and TMPDIR.
#
#   LAYOUT         ranks of each host: 2x1 (2 hosts, 1 rank each), 2x2, 4x1,
#                  1+2+1 (3 hosts)
#   --delay MS     delays every frame by MS milliseconds    } relay.c instead
#   --loss PERCENT loses this part of the frames            } of the bridge
#   --seed N       decides which frames are lost
#   --limit S      kills all after S seconds (300), and says what ran
#   --linger S     processes may outlive the command by S seconds (10)
#
# The command runs on a further host, `front', from which mpirun, Open MPI's
# or MPICH's, starts as many ranks on h1, h2 ... as the layout says: its only
# argument is the program.  As over ssh, the environment is not passed on.
# The command may also call
#   on HOST COMMAND...     runs a command on a host
#   link HOST down|up      unplugs or plugs in its cable
#
# Exit status: that of the command; 124 if it took too long; 98 if it left a
# process on any host, or a file in /dev/shm or TMPDIR; 77 if this machine does
# not allow such hosts.
#
# Everything runs in one PID namespace, and ends with it, however this script
# ends.  The machine's own network is not touched.
set -euo pipefail

self=$(realpath "${BASH_SOURCE[0]}")

die() { # STATUS TEXT
    echo "hosts.sh: $2" >&2
    exit "$1"
}

# --- Outside: the arguments, and the namespace that everything lives in ---

usage() { # STATUS
    sed -n '2,/^set/s/^# \{0,1\}//p' "$self"
    exit "$1"
}

# 2x1: 1 1; 1+2+1: 1 2 1
ranks_of() { # LAYOUT
    local i
    case $1 in
    [1-9]x[1-9] | 1[0-6]x[1-9]) for ((i = 0; i < ${1%x*}; i++)); do echo "${1#*x}"; done ;;
    *) tr + '\n' <<<"$1" ;;
    esac
}

need() { # PROGRAM PACKAGE...
    while [ $# -gt 0 ]; do
        command -v "$1" >/dev/null ||
            die 77 "no $1: install the Debian package $2"
        shift 2
    done
}

outside() {
    local layout=${1:-} delay=0 loss=0 seed=1 limit=300 linger=10
    local status=0 user=() apart
    [ $# -gt 0 ] || usage 2
    [ "$layout" != --help ] || usage 0
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        [[ $1 =~ ^--(delay|loss|seed|limit|linger)$ ]] ||
            die 2 "no such option: $1"
        [[ ${2:-} =~ ^[0-9]+(\.[0-9]+)?$ ]] || die 2 "$1 wants a number"
        declare "${1#--}=$2"
        shift 2
    done
    [ $# -gt 1 ] || usage 2
    shift
    HOSTS_RANKS=$(ranks_of "$layout" | tr '\n' ' ')
    [[ $HOSTS_RANKS =~ ^([1-9]\ ){1,16}$ ]] || die 2 "no such layout: $layout"
    HOSTS_RELAY=
    [ "$delay $loss" = "0 0" ] || HOSTS_RELAY="-d $delay -l $loss -s $seed"
    HOSTS_LIMIT=$limit HOSTS_LINGER=$linger
    export "${!HOSTS_@}"

    need unshare util-linux nsenter util-linux ip iproute2 pgrep procps gcc gcc
    [ "$(id -u)" = 0 ] || user=(--user --map-root-user)
    apart=(unshare "${user[@]}" --net --pid --mount --uts --ipc --fork
        --kill-child --mount-proc)
    "${apart[@]}" true || die 77 "the kernel does not let us make namespaces: \
run as root; in a container, with CAP_SYS_ADMIN"
    # unshare heeds no SIGTERM; when it dies, its child dies, and with that
    # every process of the namespace.  It dies when this script is killed.
    trap '[ -z "${yard:-}" ] || kill -KILL $yard 2>/dev/null' EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    setpriv --pdeathsig KILL "${apart[@]}" "$self" --inside "$@" <&0 &
    yard=$!
    wait $yard || status=$?
    yard=
    exit $status
}

# --- Inside: the script is init, and its host is `front' ---

own_host() { # NAME: what every host has for itself
    echo "$1" >/proc/sys/kernel/hostname
    echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
    mount -t tmpfs none /dev/shm
    mount -t tmpfs none /run/tmp
    ip link set lo up
}

host() { # NAME: the first process of a host
    own_host "$1"
    echo ready
    exec >/dev/null
    sleep infinity &
    wait # and for every orphan of the host: bash is its init
}

# begin COMMAND...: starts a process that is to last, and waits until it says
# "ready"; $begun is its pid.
begin() {
    local pipe word
    exec {pipe}< <(exec "$@")
    begun=$!
    read -r -t 20 -u $pipe word || word=
    [ "$word" = ready ] || die 77 "failed: $*"
    exec {pipe}<&-
}

wire() { # COMMAND...: where the switch is
    nsenter --net="/proc/$wires/ns/net" "$@"
}

# A cable from eth0 of this process to port NAME of the switch.  Through the
# relay a frame is one segment, so that each can be lost.
plug() { # NAME PID ADDRESS
    wire ip link add "$1" up type veth peer name eth0 netns "$2"
    nsenter --net="/proc/$2/ns/net" sh -ec "
        ip address add $3/24 dev eth0
        ip link set eth0 up ${HOSTS_RELAY:+gso_max_segs 1}"
    echo "$2" >"/run/pids/$1"
    names+=("$1")
}

make_hosts() { # RANKS...
    local i begun names=()
    mount -t tmpfs none /run
    mkdir /run/pids /run/bin /run/tmp
    own_host front
    echo "127.0.0.1 localhost" >/run/hosts
    echo "10.77.0.254 front" >>/run/hosts
    for ((i = 1; i <= $#; i++)); do
        echo "10.77.0.$i h$i" >>/run/hosts
        echo "h$i slots=${!i}" >>/run/openmpi
        echo "h$i:${!i}" >>/run/mpich
    done
    mount --bind /run/hosts /etc/hosts

    begin unshare --net sh -c 'echo ready; exec sleep infinity >&-'
    wires=$begun
    plug front $$ 10.77.0.254
    for ((i = 1; i <= $#; i++)); do
        begin unshare --net --uts --ipc --mount --pid --fork --kill-child \
            --mount-proc "$self" --host "h$i"
        plug "h$i" "$(pgrep -P "$begun")" "10.77.0.$i"
    done
    if [ -n "$HOSTS_RELAY" ]; then
        gcc -O2 "${self%/*}/relay.c" -o /run/relay
        # shellcheck disable=SC2086
        wire /run/relay $HOSTS_RELAY "${names[@]}" &
    else
        wire ip link add switch up type bridge
        for i in "${names[@]}"; do wire ip link set "$i" master switch; done
    fi
}

# What the command may call; `on' is mpirun's ssh, too.
write_commands() {
    cat >/run/bin/on <<'END'
#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
pid=$(cat "/run/pids/$1") || exit 255
shift
exec nsenter -t "$pid" --net --uts --ipc --pid --mount \
    env -i HOME="$HOME" TMPDIR=/run/tmp \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    sh -c "cd; $*"
END
    cat >/run/bin/link <<END
#!/bin/sh
exec nsenter --net=/proc/$wires/ns/net ip link set "\$1" "\$2"
END
    chmod +x /run/bin/*
}

settings() {
    export PATH=/run/bin:$PATH TMPDIR=/run/tmp
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_orte_default_hostfile=/run/openmpi
    export OMPI_MCA_plm_rsh_agent=/run/bin/on OMPI_MCA_plm_rsh_no_tree_spawn=1
    export OMPI_MCA_hwloc_base_binding_policy=none
    # The same for Open MPI 5, whose mpirun is PRRTE's.
    export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export PRTE_MCA_prte_default_hostfile=/run/openmpi
    export PRTE_MCA_plm_ssh_agent=/run/bin/on PRTE_MCA_plm_ssh_no_tree_spawn=1
    export PRTE_MCA_hwloc_default_binding_policy=none
    export HYDRA_HOST_FILE=/run/mpich HYDRA_LAUNCHER=ssh
    export HYDRA_LAUNCHER_EXEC=/run/bin/on
    unset "${!HOSTS_@}"
}

# The processes of all hosts, but zombies.
processes() {
    local directory stat
    for directory in /proc/[0-9]*; do
        read -r stat 2>/dev/null <"$directory/stat" || continue
        [[ ${stat##*)} == " Z "* ]] || echo "${directory#/proc/}"
    done
}

# Those that the command has started.
left() {
    local pid
    for pid in $(processes); do
        [[ $before == *" $pid "* ]] || [ "$pid" = "$BASHPID" ] ||
            [ ! -e "/proc/$pid" ] || echo "$pid"
    done
}

describe() { # PID...
    local pid
    for pid in "$@"; do
        nsenter -t "$pid" --uts sed 's/^/  /; s/$/:/' \
            /proc/sys/kernel/hostname | tr '\n' ' '
        ps -o pid=,ppid=,stat=,etimes=,wchan:20=,args= -p "$pid"
    done
}

# What the command leaves: says it, and fails.
check_left() {
    local pids until=$((SECONDS + linger)) files pid
    while pids=$(left) && [ -n "$pids" ] && [ $SECONDS -lt $until ]; do
        sleep 0.1
    done
    files=$(sed 's,.*,/proc/&/root/dev/shm /proc/&/root/run/tmp,' /run/pids/* |
        xargs -I @ sh -c 'find @ -mindepth 1')
    [ -n "$pids$files" ] || return 0
    echo "hosts.sh: left behind: $files"
    # shellcheck disable=SC2086
    describe $pids
    return 1
} >&2

inside() { # COMMAND...
    local status=0 limit=$HOSTS_LIMIT linger=$HOSTS_LINGER
    local wires before command sleeper
    set -E
    trap 'die 77 "cannot make the hosts: $BASH_COMMAND"' ERR
    # shellcheck disable=SC2086
    make_hosts $HOSTS_RANKS
    trap - ERR
    write_commands
    settings
    sleep "$limit" &
    sleeper=$!
    before=" $(processes | tr '\n' ' ')"
    "$@" <&0 &
    command=$!
    wait -n $command $sleeper || status=$?
    if [ -e "/proc/$command" ]; then
        echo "hosts.sh: not done after $limit s; what runs:" >&2
        # shellcheck disable=SC2046
        describe $(left) >&2
        exit 124
    fi
    check_left || status=98
    exit $status
}

case ${1:-} in
--inside) inside "${@:2}" ;;
--host) host "$2" ;;
*) outside "$@" ;;
esac
