"""The tables and figures of the four papers, one entry each."""
import micro
import programs
import runs
from runs import Point


class Entry:
    """points: what is run and shown; tiny: the same in the smallest size; measure: functions
    of micro.py, of whose quantities those are shown that `shows' matches; has_counts: shows
    what runs count in place of their efficiency."""

    def __init__(self, name, title, points=(), tiny=(), measure=(), shows="", note="",
                 has_counts=False, x_of=lambda point: point.workers):
        self.name, self.title, self.note, self.x_of = name, title, note, x_of
        self.has_counts = has_counts
        self.points, self.tiny = list(points), list(tiny)
        self.measure, self.shows = list(measure), shows


def line(where, machine, program, size, policy, workers):
    return [Point(where, machine, program, size, policy, w) for w in workers]


ITO = (36, 144, 576, 2304, 9216)
WISTERIA = (48, 288, 1728, 6912, 27648, 110592)
FX10 = (480, 960, 1920, 3840)
X86_IB = (225, 450, 900, 1800)
HERE = (2, 4, 8, 16, 32, 64)


def asleep(program, size=""):
    """Leaves that sleep, on this machine, and simulated on one node of as many workers."""
    return [point for where in ("here", "sim")
            for point in line(where, "here", program, size, "own", HERE)]


def uts():
    """CLUSTER'22, figure 9."""
    points = asleep("T1-6")
    for machine, trees in (("ito-a", {"T1L": (36, 2304), "T1XXL": (144, 9216),
                                      "T1WL": (2304, 9216)}),
                           ("wisteria-o", {"T1L": (48, 6912), "T1XXL": (288, 110592),
                                           "T1WL": (6912, 110592)})):
        for program, (least, most) in trees.items():
            workers = [w for w in (ITO if machine == "ito-a" else WISTERIA)
                       if least <= w <= most]
            points += line("artifact", machine, program, "", "greedy", workers)
            for where in ("sim",) * (program != "T1WL") + ("drawn",) * (program != "T1L"):
                points += line(where, machine, program, "", "c22", workers)
                if machine == "wisteria-o":
                    points += line(where, machine, program, "", "c22-mesh",
                                   [w for w in workers if w in programs.MESHES])
                points += line(where, machine, program, "", "own", workers +
                               [55296] * (program == "T1XXL" and machine != "ito-a"))
            if machine == "ito-a":
                for system in ("saws", "charm", "glb"):
                    points += line("artifact", machine, program, "", system, workers)
    return points


def lcs():
    """CLUSTER'22, figure 12."""
    points = asleep("lcs15")
    for program in ("lcs18", "lcs20"):
        for machine, workers in (("ito-a", ITO), ("wisteria-o", WISTERIA)):
            points += line("artifact", machine, program, "", "greedy", workers)
            points += line("sim", machine, program, "", "own", workers)
            points += line("sim", machine, program, "", "c22", workers)
    return points


def loops(policies):
    """CLUSTER'22, figure 6: sizes of 576 and 1,728 workers."""
    points = []
    for machine, workers, nodes in (("ito-a", 576, 16), ("wisteria-o", 1728, 36)):
        for program in ("pfor", "recpfor"):
            sizes = ([4096 * nodes << i for i in range(10)] if program == "pfor" else
                     [(32768 if machine == "ito-a" else 65536) << i for i in range(8)])
            for where, policy in policies:
                points += [Point(where, machine, program, str(size), policy, workers)
                           for size in sizes]
    return points


def nodes_of(machine, workers):
    """CLUSTER'22, figure 8: greedy, from one node on; simulated up to 2e8 iterations."""
    points = []
    for known in runs.artifact():
        if (known.machine, known.policy) == (machine, "greedy") and \
                known.program in ("pfor", "recpfor") and known.workers in workers:
            points += [known]
            if programs.iterations(known) <= 2e8:
                points += [known._replace(where="sim", policy="c22-joins")]
    return points


def size_of(point):
    return point.workers if point.machine == "here" else int(point.size)


def size_on_a_node(point):
    return int(point.size) * programs.MACHINES[point.machine].node // point.workers


def trees(machine, workers, program, size):
    return line("sim", machine, program, size, "own", workers)


def hosts(program, policy="prefetch", nodes=(2, 4, 8, 16), size=""):
    return line("here", "hosts", program, size, policy, nodes)


GROUPS = tuple(programs.GROUPS)
GROUP_POLICIES = ("prefetch", "pull", "static", "switch")
FIVE = ("c22-joins", "stalling", "baseline", "full", "rtc")
FULL_SIZE = "all tasks of the paper's depth; subtrees of 18 levels are leaves"
ENTRIES = [
    Entry("u1-t2", "creation of a thread, and its join", measure=[micro.creation]),
    Entry("u1-t4", "stack that a worker uses", measure=[micro.stack]),
    Entry("u1-f9", "creation of a thread", measure=[micro.creation]),
    Entry("u1-f10", "a steal, step by step", measure=[micro.steps, micro.between_ranks]),
    Entry("u1-f11", "BTC, UTS, NQueens on 480 to 3,840 workers",
          trees("fx10", FX10, "btc", "38-18") + trees("fx10", FX10, "T1L", "") +
          trees("fx10", FX10, "queens", "16-10") +
          asleep("btc", "14-2") + asleep("queens", "10-4"),
          trees("fx10", [30], "btc", "10-4") + trees("fx10", [30], "T1-5", "") +
          trees("fx10", [30], "queens", "8-3") +
          line("here", "here", "btc", "6-2", "own", [4]), note=FULL_SIZE),
    Entry("u2-t2", "creation of a thread, and its join", measure=[micro.creation]),
    Entry("u2-t3", "operations of a steal", measure=[micro.between_ranks]),
    Entry("u2-t4", "stack that a worker uses", measure=[micro.stack]),
    Entry("u2-f11", "gets and puts, with and without a thread that polls",
          measure=[micro.link], shows="^(get|put) "),
    Entry("u2-f12", "fetch-and-add", measure=[micro.link], shows="^(fetch|compare) "),
    Entry("u2-f13", "a steal, step by step", measure=[micro.between_ranks]),
    Entry("u2-f14", "BTC on 225 to 1,800 workers", trees("x86-ib", X86_IB, "btc", "38-18"),
          trees("x86-ib", [30], "btc", "10-4"), note=FULL_SIZE),
    Entry("u2-f15", "UTS on 225 to 1,800 workers", trees("x86-ib", X86_IB, "T1L", ""),
          trees("x86-ib", [30], "T1-5", "")),
    Entry("u2-f16", "NQueens on 225 to 1,800 workers",
          trees("x86-ib", X86_IB, "queens", "16-10"), trees("x86-ib", [30], "queens", "8-3")),
    Entry("c22-t2", "steals and outstanding joins of PFor and RecPFor",
          [Point("sim", "ito-a", "pfor", "33554432", "c22-joins", 576)] +
          [Point("sim", "ito-a", "recpfor", "4194304", policy, 576) for policy in FIVE] +
          [Point("here", "here", program, size, "own", 64) for program, size in
           (("pfor", "8192"), ("recpfor", "1024"))],
          line("sim", "ito-a", "recpfor", "64", "c22-joins", [72]), has_counts=True),
    Entry("c22-t3", "LCS, policies, on 576 workers",
          [Point("artifact", "ito-a", program, "", "greedy", 576)
           for program in ("lcs18", "lcs22")] +
          [Point("sim", "ito-a", program, "", policy, 576)
           for program in ("lcs18", "lcs22") for policy in ("own", "c22")] +
          [Point("sim", "ito-a", "lcs18", "", policy, 576) for policy in ("stalling", "full")],
          line("sim", "ito-a", "lcs12", "", "c22", [72])),
    Entry("c22-f6", "PFor and RecPFor, five policies",
          loops([("artifact", policy) for policy in ("greedy", *FIVE[1:])] +
                [("sim", policy) for policy in FIVE]) +
          asleep("pfor", "8192") + asleep("recpfor", "1024"),
          line("sim", "ito-a", "pfor", "4096", "c22-joins", [72]) +
          line("sim", "ito-a", "recpfor", "64", "c22-joins", [72]) +
          line("here", "here", "pfor", "64", "own", [8]), x_of=size_of,
          note="of K M N, K M N log N + M N by workers, over N"),
    Entry("c22-f7", "busy workers, and joins that are ready, over time",
          measure=[micro.timeline]),
    Entry("c22-f8", "PFor and RecPFor on 36 to 9,216 workers, greedy",
          nodes_of("ito-a", (36, 144, 576, 2304, 9216)),
          line("sim", "ito-a", "pfor", "4096", "c22-joins", [36]), x_of=size_on_a_node,
          note="over the iterations for each node of 36 workers"),
    Entry("c22-f9", "UTS", uts(),
          line("sim", "ito-a", "T1-5", "", "c22", [72]) +
          line("drawn", "ito-a", "T1", "", "c22", [72]) +
          line("here", "here", "T1-5", "", "own", [64]),
          note="of one core's time; artifact: medians; drawn: simulated, smallest subtrees by drawn sizes"),
    Entry("c22-f12", "LCS", lcs(), line("sim", "ito-a", "lcs12", "", "own", [72]) +
          line("here", "here", "lcs12", "", "own", [8]),
          note="of the blocks by workers, or of the longest chain; artifact: medians"),
    Entry("tg-f6", "groups on 1 to 16 nodes",
          [point for program in GROUPS for point in hosts(program, nodes=(1, 2, 4, 8, 16))],
          line("here", "nic", "fib", "", "prefetch", [2]), note="of one node's leaves"),
    Entry("tg-f7", "time against the number of groups",
          [point for n in range(1, 6) for point in hosts("even", size=str(10**n))],
          line("here", "nic", "even", "100", "prefetch", [2]), x_of=lambda point: int(point.size),
          note="of 16 s of leaves by nodes, over the number of groups"),
    Entry("tg-f8", "four policies",
          [point for program in GROUPS for policy in GROUP_POLICIES
           for point in hosts(program, policy, (4, 16))],
          [point for policy in GROUP_POLICIES
           for point in line("here", "nic", "words", "", policy, [2])],
          note="of one node's leaves by nodes"),
]
