"""The machines and programs of the papers: how each program is compiled and started, and
what its ideal time is.  Sizes are as in bench/c22.csv."""
import math
import os
from collections import namedtuple

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The network of the simulation; workers of a node; nanoseconds of: a node of uts on one
# core alone and on all of them, a block of lcs, a task of btc, a task of queens, an iteration
# of pfor.  That is 10,000 and what the largest loop of one node adds (bench/c22.csv).
Machine = namedtuple("Machine", "net node uts uts_busy lcs btc queens loop")
MACHINES = {
    "wisteria-o": Machine("wisteria", 48, 820.04, 820.04, 872_000, None, None, 10_490),
    "ito-a": Machine("ito", 36, 223.81, 227.9, 340_000, None, None, 10_207),
    # FX10: 480 to 3,840 workers.  The papers' costs of a task are not at hand: 100 cycles
    # at 1.848 GHz (HPDC'15, table 2, on a Xeon), and wisteria-o's node of uts by the clock.
    "fx10": Machine("fx10", 15, 976, 976, None, 54, 108, None),
    # JIP 24(3): 225 to 1,800 workers, 15 a node.  A get takes 4.0 us beside a thread that
    # polls; a task 184 cycles at 2.9 GHz; the node of uts is ito-a's.
    "x86-ib": Machine("1845,250,60,3.2", 15, 223.81, 223.81, None, 63, 126, None),
    # This machine, as one node: leaves sleep, so that it may have any number of workers.
    "here": Machine("wisteria", 64, 1e6, 1e6, 4_000_000, 1e6, 1e6, 1e6),
}
# The shapes of wisteria-o's jobs, by workers (c22's artifact), and the network in which a
# mesh of 36 nodes has the same mean latency as `wisteria' (docs/simulation.md).
MESHES = {288: "2x3x1", 1728: "3x4x3", 6912: "6x6x4", 27648: "8x9x8", 110592: "12x16x12"}
MESH_NET = "1215,300,65,6.8,40"
TREES = {  # nodes, and flags of uts
    "T1": (4130071, "-t 1 -b 4 -r 19 -a 3 -d 10"),
    "T1L": (102181082, "-t 1 -b 4 -r 29 -a 3 -d 13"),
    "T1XXL": (4230646601, "-t 1 -b 4 -r 19 -a 3 -d 15"),
    "T1WL": (270751679750, "-t 1 -b 4 -r 19 -a 3 -d 18"),
    "T1-5": (3987, "-t 1 -b 4 -r 19 -a 3 -d 5"),
    "T1-6": (16000, "-t 1 -b 4 -r 19 -a 3 -d 6"),
}
# Levels of subtrees that bench/uts_drawn.c draws: 17 and 280 us of Wisteria-O on average.
DRAWN = {"T1XXL": 2, "T1WL": 4, "T1": 4}
# Nanoseconds of a node of uts on one core of ito-a, by other systems (bench/c22.csv, T1L).
PEERS = {"saws": 286.97, "charm": 197.47, "glb": 44.98}
# By N and the levels of a leaf: the tasks of all leaves.
QUEENS = {"8-3": 1522, "10-4": 29776, "16-10": 1141026340}
# What a task costs more than greedy's, by the largest pfor on ito-a (bench/c22.csv).
CHILD = {"full": 263, "rtc": 50}
# Of bench/groups_asleep.c: size, cut, and the steps of all leaves.
GROUPS = {"fib": (28, 14, 317811), "queens": (10, 7, 35092), "matmul": (256, 16, 16**2 * 256),
          "words": (240, 16384, 8 * 240)}
GROUPS_TAKE = {"hosts": 8e9, "nic": 2e8}  # all leaves of one of them, nanoseconds
K, LOOP = 5, 10_000  # pfor and recpfor: loops a level; nanoseconds of an iteration


class Command:
    """What a run is: a source, compiled, its arguments, options, and the ideal time."""

    def __init__(self, source, arguments, ideal, right="right", flags=(), environment=None,
                 cost=None):
        self.source, self.arguments, self.ideal, self.right = source, arguments, ideal, right
        self.flags, self.environment, self.cost = list(flags), environment or {}, cost

    def is_right(self, output):
        return self.right in output


def tree(at, point):
    nodes, flags = TREES[point.program]
    alone = PEERS.get(point.policy, at.uts)
    source, right, environment = "../examples/uts.c", f"{nodes} nodes", {}
    if point.where == "drawn":
        source, right = "uts_drawn.c", "nodes, right"
        environment = {"UTS_DRAWN": str(DRAWN[point.program]), "UTS_NODE": str(at.uts_busy)}
    elif point.machine == "here":
        source = "uts_asleep.c"
    return Command(source, flags.split(), nodes * alone * 1e-9 / point.workers,
                   right, ["-lnettle", "-lm"], environment,
                   cost=None if point.machine == "here" else f"search {at.uts_busy}\n* 0\n")


def table(at, point):
    """lcsN: 2^N letters; the blocks by workers, or the longest chain of them."""
    letters = int(point.program[3:])
    side = 1 << (letters - 9)
    ideal = max(side * side / point.workers, 2 * side - 1) * at.lcs * 1e-9
    return Command("lcs_asleep.c", ["-n", str(1 << letters), "-C", "512"], ideal, "",
                   environment={"LCS_BLOCK": str(at.lcs)})


def tasks(at, point):
    """btc and queens; size: DEPTH-CUT, or N-CUT.  Only leaves cost something."""
    size, cut = map(int, point.size.split("-"))
    if point.program == "btc":
        n, cost = 2 ** (size - cut) * (2 ** (cut + 1) - 1), at.btc
    else:
        n, cost = QUEENS[point.size], at.queens
    return Command("trees_asleep.c", [point.program, str(size), str(cut), str(int(cost))],
                   n * cost * 1e-9 / point.workers)


def iterations(point):
    """Of pfor and recpfor in all."""
    n = int(point.size)
    return K * n if point.program == "pfor" else K * n * int(math.log2(n)) + n


def loops(at, point):
    """pfor and recpfor; size: iterations of a loop."""
    alone = at.loop if point.machine == "here" else LOOP
    flags = f"-k {K} -n {point.size} -m {int(at.loop)} -s 1 -w 0 -r 1"
    more = CHILD.get(point.policy) if point.where == "sim" else None
    return Command(f"{point.program}.c", flags.split(),
                   iterations(point) * alone * 1e-9 / point.workers, flags=["-lm"],
                   cost=more and f"* {more}\n")


def groups(point):
    """By nodes of one worker each."""
    take = GROUPS_TAKE[point.machine]
    if point.program == "even":  # size: groups; twice as long in all
        n, cut = int(point.size), 0
        ns = 2 * take / n
        ideal = math.ceil(n / point.workers) * ns
    else:
        n, cut, steps = GROUPS[point.program]
        ns = take / steps
        ideal = take / point.workers
    return Command("groups_asleep.c", [point.program, str(n), str(cut), str(int(ns))],
                   ideal * 1e-9)


def command(point):
    if point.machine in GROUPS_TAKE:
        return groups(point)
    at = MACHINES[point.machine]
    if point.program in TREES:
        return tree(at, point)
    if point.program.startswith("lcs"):
        return table(at, point)
    if point.program in ("pfor", "recpfor"):
        return loops(at, point)
    return tasks(at, point)
