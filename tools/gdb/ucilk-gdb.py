# ucilk in gdb: `source' this file, best from ~/.gdbinit.
#
#   bt               hides what ucilk generates; `bt -no-filters' shows it; goes
#                    on behind a steal to what spawned the stolen strand
#   ucilk tasks      what each worker does, also as `info ucilk'
#   ucilk bt         the stacks of all workers that gdb debugs
#   ucilk workers    programs for clusters, whose workers are processes: before
#                    `run': gdb debugs every worker, not the first alone
#   ucilk attach     the same for a program that runs already
#   ucilk step       step, into a function that is spawned too
#   ucilk finish     finish, on to the user's function that called or spawned
#
# Nothing here needs debug information of the runtime: it says itself where its
# words are, in uci_debugger_layout (runtime/report/debugger.h).

import re

import gdb
from gdb.FrameDecorator import FrameDecorator
from gdb.unwinder import Unwinder, register_unwinder

GENERATED = re.compile(r"(?:(?:__)?ucilk_(abi|body|spawn|future|finish|set|add|identity|reduce|"
                       r"one|any|run|make|link|address|register)_\w+|uci_\w+)$")
PIECE = re.compile(r"__ucilk_piece_\d+_(\w+)$")  # the body of a cilk_for
# The user's body in macro form, inlined into a function that is generated.
MACRO_BODY = re.compile(r"ucilk_(fn|iteration)_(\w+)$")
# A function of the runtime that has no name of its own kind.
DIVIDE = re.compile(r"divide\W*(cold)?\W*$")
CLUSTER_VERSION, VERSION = 3, 5
STATES = ("absent", "running", "in the scheduler", "napping")


# --- Backtraces ---

def is_generated(frame):
    name = frame.name() or ""
    if DIVIDE.match(name) and frame.newer() is not None:
        inner = frame.newer().name() or ""
        return bool(GENERATED.match(inner) or PIECE.match(inner))
    if name in ("ucilk_stolen", "popped_apart"):
        return frame.older() is not None
    return bool(GENERATED.match(name))


def is_shell(frame):
    """A function in macro form, whose body is the frame inside of it."""
    inner = frame.newer()
    if inner is None or inner.type() != gdb.INLINE_FRAME:
        return False
    body = MACRO_BODY.match(inner.name() or "")
    return body is not None and body.group(2) == frame.name()


def in_passing(frame):
    """Is it on the way from a task to the program's own function?"""
    return ((is_generated(frame) or DIVIDE.match(frame.name() or ""))
            and frame.older() is not None)


def user_variables(variables):
    return [v for v in variables or []
            if not str(v.symbol()).startswith(("ucilk_", "__ucilk_"))]


class UserFrame(FrameDecorator):
    """A frame by the user's name, without generated variables."""

    def function(self):
        name = super().function()
        piece = PIECE.match(str(name))
        if piece:
            return "cilk_for in " + piece.group(1)
        body = MACRO_BODY.match(str(name))
        return body.group(2) if body else name

    def frame_args(self):
        return user_variables(super().frame_args())

    def frame_locals(self):
        return user_variables(super().frame_locals())


class HideGenerated:
    name = "ucilk"
    priority = 100
    enabled = True

    def filter(self, frames):
        for decorator in frames:
            frame = decorator.inferior_frame()
            if not is_generated(frame) and not is_shell(frame):
                yield UserFrame(decorator)


gdb.frame_filters[HideGenerated.name] = HideGenerated()


# --- The workers, from the memory that they share ---

def address_of(symbol):
    try:
        return int(gdb.parse_and_eval("(unsigned long)&" + symbol))
    except gdb.error:
        raise gdb.GdbError("This program has no symbol `%s': it is not one of "
                           "ucilk's, or it was stripped." % symbol)


def read(address, size=8):
    try:
        memory = gdb.selected_inferior().read_memory(address & (1 << 64) - 1,
                                                     size)
    except gdb.MemoryError:
        raise gdb.GdbError("Cannot read what the workers share (it is not in "
                           "core dumps).")
    return int.from_bytes(memory.tobytes(), "little")


def read_reference(address):
    """The address of a reference (runtime/base/ref.h)."""
    return read(address) & (1 << 47) - 1


def read_text(address):
    pointer = gdb.lookup_type("char").pointer()
    return gdb.Value(address).cast(pointer).string(errors="replace")


class Worker:
    """What others can see of a worker."""

    def __init__(self, world, index, base):
        at = world.layout
        self.index = index
        self.state = read(base + at["state"], 4)
        self.pid = read(base + at["pid"], 4)
        top = read(base + at["T"])
        head = read(base + at["H"]) & ~1
        self.entries = max(0, (top - head) // at["slot_size"]) if top else 0
        self.n_ready = read(base + at["n_ready"], 4)
        self.task = self.find_task(world, base, top)
        self.outside = world.outside(self.entries)

    def find_task(self, world, base, top):
        """(name, file, line) as uci_sched_task_of finds it, or None."""
        at = world.layout
        if (STATES[self.state % 4] != "running"
                or not read(base + at["slots"]) < top
                <= read(base + at["slots_end"])):
            return None
        task = world.task_of(base, top - at["slot_size"])
        if task is None:
            return None
        return (read_text(read(task + at["name"])),
                read_text(read(task + at["file"])),
                read(task + at["line"], 4))

    def what(self):
        if self.task:
            return "%s, spawned at %s:%d" % self.task
        if STATES[self.state % 4] == "running":
            return self.outside
        return ""


# Of both libraries: UCI_DEBUGGER_WORDS behind the version.
WORDS = ("version", "n_workers", "T", "H", "state", "pid", "n_ready", "slots",
         "slots_end", "slot_size", "name", "file", "line", "task")


def read_layout(names):
    layout = address_of("uci_debugger_layout")
    return {name: read(layout + 8 * i) for i, name in enumerate(names)}


def layout_version():
    version = read(address_of("uci_debugger_layout"))
    if not gdb.selected_inferior().pid:
        raise gdb.GdbError("The program is not being run.")
    if version not in (CLUSTER_VERSION, VERSION):
        raise gdb.GdbError("This script is of another version of ucilk "
                           "than the program.")
    return version


class ClusterWorld:
    """Workers are processes, with their words in shared memory."""

    def __init__(self):
        self.layout = read_layout(WORDS + ("region", "region_end"))
        world = read(address_of("uci_world"))
        if not world:
            raise gdb.GdbError("The program has not reached main.")
        self.peers = read(address_of("uci_peers"))
        self.stride = read(address_of("uci_peer_stride"))
        self.region_start = read(address_of("uci_region_start"))
        # Under mpirun those of other nodes are not in this one's memory.
        self.first = read(address_of("uci_near_first"), 4)
        self.n_near = read(address_of("uci_n_near"), 4)

    def task_of(self, base, slot):
        sp = read(slot)
        if not self.region_start <= sp < self.layout["region_end"]:
            return None
        region = read(base + self.layout["region"])  # null: the one worker's
        view = region - self.region_start if region else 0
        return read(sp - self.layout["task"] + view)

    def outside(self, entries):
        return "main" if entries == 0 else "main's own strand"

    def workers(self):
        return [Worker(self, i, self.peers + i * self.stride)
                for i in range(self.first, self.first + self.n_near)]


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def length_of_lea(code):
    mode, register = read(code + 2, 1) >> 6, read(code + 2, 1) & 7
    if mode == 0 and register == 5:
        return 7
    return 3 + (register == 4) + (0, 1, 4)[mode]


LAYOUT = WORDS + (
    "workers", "root", "frame", "kind_mask", "below", "apart", "parent_sp",
    "upper", "context_size", "record", "registers", "record_task",
    "record_home", "record_spawn", "jump", "answers")


class ThreadWorld:
    """Workers are threads; their blocks are found by pointers."""

    def __init__(self):
        self.layout = read_layout(LAYOUT)
        self.base = address_of("uci_the_world")

    def task_of(self, base, slot):
        at, sp = self.layout, read(slot)
        if sp <= at["root"]:
            return None
        if sp & 8:
            return read(sp - at["task"])
        called = read(sp - 8)
        if called == address_of("uci_promoted_return"):
            called = read(sp // 2 + read(address_of("uci_chunk_to_shadow")) & (1 << 64) - 1)
        return self.task_of_site(slot, called) or self.task_of_record(slot)

    def task_of_site(self, slot, called):
        """Of a spawn that is written out; None where the return address is
        cut.  Its answers are `lea's: of the frame, then of the task."""
        at = self.layout
        after = called - at["jump"] # of the jump to the slow path
        if read(after - 6, 2) != 0x830f or read(after, 1) != 0xe8:
            return None
        code = after + signed(read(after - 4, 4), 32) + at["answers"]
        code += length_of_lea(code)
        mode, register = read(code + 2, 1) >> 6, read(code + 2, 1) & 7
        if mode == 0 and register == 5:
            return code + 7 + signed(read(code + 3, 4), 32)
        # rbp rbx r12 r13 r14 r15, where nothing is optimized
        number = register + 8 * (read(code, 1) & 1)
        saved = {5: 0, 3: 1, 12: 2, 13: 3, 14: 4, 15: 5}[number]
        end = code + length_of_lea(code)
        offset = {0: 0, 1: signed(read(end - 1, 1), 8),
                  2: signed(read(end - 4, 4), 32)}[mode]
        return read(slot + at["registers"] + 8 * saved) + offset

    def task_of_record(self, slot):
        record = read_reference(slot + self.layout["record"])
        return read(record + self.layout["record_task"]) if record > 2 else None

    def outside(self, entries):
        return "outside of any task"

    def workers(self):
        n = read(self.base + self.layout["n_workers"], 4)
        blocks = self.base + self.layout["workers"]
        return [w for w in (Worker(self, i, read(blocks + 8 * i))
                            for i in range(n)) if started(w)]


def started(worker):
    return worker.pid != 0 and STATES[worker.state % 4] != "absent"


def inferior_of(pid):
    for inferior in gdb.inferiors():
        if inferior.pid == pid:
            return inferior
    return None


def thread_of(lwp):
    for thread in gdb.selected_inferior().threads():
        if thread.ptid[1] == lwp:
            return thread
    return None


# --- Behind a steal ---

class Spawns(Unwinder):
    """Frames of the runtime behind which there is a parent, though its calls end
    there: ucilk_stolen, to which a task returns whose parent is gone; and spawns
    apart.  The words of the spawn say where the parent's frame is, which stays in
    place (runtime/one_machine/thread_layout.h).  A parent apart that was stolen uses that
    memory anew, so there it ends."""

    NAMES = re.compile(r"(ucilk_abi_(?:apart_)?spawn(?:_\d)?|popped_apart)\b")
    SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")

    class Id:
        def __init__(self, sp, pc):
            self.sp, self.pc = sp, pc

    def __init__(self):
        super().__init__("ucilk")
        self.returns = {}

    def look_up(self):
        """Not while frames are unwound: it asks for the selected one."""
        try:
            if read(address_of("uci_debugger_layout")) != VERSION:
                return
            found = {address_of("ucilk_stolen_return"): ("rsp", 24),
                     address_of("ucilk_stolen_args_return"): ("rbx", 0),
                     address_of("ucilk_stolen_site_return"): ("rsp", 0)}
            at = read_layout(LAYOUT)
            world = address_of("uci_the_world")
        except (gdb.error, gdb.GdbError):
            return
        if found != self.returns:
            self.returns, self.at, self.world = found, at, world
            gdb.invalidate_cached_frames()

    def is_waiting(self, sp):
        """Is the continuation that was pushed there in a deque?"""
        at = self.at
        n = read(self.world + at["n_workers"], 4)
        for i in range(n):
            base = read(self.world + at["workers"] + 8 * i)
            slot, top = read(base + at["H"]) & ~1, read(base + at["T"])
            while slot < top:
                if read(slot) == sp:
                    return True
                slot += at["slot_size"]
        return False

    @staticmethod
    def word(pending, register):
        return int(pending.read_register(register)) & (1 << 64) - 1

    def of_record(self, upper):
        """The place of the parent's registers, and its stack pointer; None of
        the creator of a future."""
        at = self.at
        n = read(self.world + at["n_workers"], 4)
        for i in range(n):
            base = read(self.world + at["workers"] + 8 * i)
            slot = read(base + at["T"]) - at["slot_size"]
            record = read_reference(slot + at["record"])
            if read(slot) == upper and record > 2:
                home = read(record + at["record_home"])
                return (record + at["record_spawn"], home) if home else None
        return None

    def of_stolen(self, pending, pc):
        """The place of the parent's registers, or None."""
        at = self.at
        register, more = self.returns[pc]
        upper = self.word(pending, register) + more
        found = self.of_record(upper)
        if found or not upper & 8:
            return found
        kind = read(upper - at["frame"]) & at["kind_mask"]
        if kind == at["apart"]:
            return None
        return upper if kind == at["below"] else read(upper + at["parent_sp"])

    def of_apart(self, pending):
        at = self.at
        for register, more in (("rsp", 24), ("rbx", 0)):
            try:
                upper = self.word(pending, register) + more
                sp = read(upper + at["parent_sp"])
                if (read(upper - at["frame"]) & at["kind_mask"] == at["apart"]
                        and read(sp - at["upper"]) == upper
                        and read(sp - at["task"]) == read(upper - at["task"])
                        and self.is_waiting(sp)):
                    return sp
            except (gdb.error, gdb.GdbError):
                pass
        return None

    def find_parent(self, pending, pc):
        if pc in self.returns:
            return self.of_stolen(pending, pc)
        if any(abs(pc - known) < 1 << 16 for known in self.returns):
            said = gdb.execute("info symbol %d" % (pc - 1), to_string=True)
            if self.NAMES.match(said):
                return self.of_apart(pending)
        return None

    def __call__(self, pending):
        pc = self.word(pending, "rip")
        try:
            sp = self.find_parent(pending, pc)
            if sp is None:
                return None
            top = None
            if isinstance(sp, tuple):
                sp, top = sp
            saved = [read(sp + 8 * i) for i in range(len(self.SAVED))]
        except (gdb.error, gdb.GdbError):
            return None
        word = pending.read_register("rsp").type
        top = top or sp + self.at["context_size"] + 8
        info = pending.create_unwind_info(
            self.Id(gdb.Value(top - 1).cast(word), gdb.Value(pc).cast(word)))
        for name, value in zip(self.SAVED, saved):
            kind = pending.read_register(name).type
            info.add_saved_register(name, gdb.Value(value).cast(kind))
        info.add_saved_register("rsp", gdb.Value(top).cast(word))
        return info


SPAWNS = Spawns()
register_unwinder(None, SPAWNS, replace=True)
gdb.events.new_objfile.connect(lambda event: SPAWNS.look_up())
gdb.events.stop.connect(lambda event: SPAWNS.look_up())
SPAWNS.look_up()


# --- Commands ---

class Command(gdb.Command):
    """Base of the commands: no arguments."""

    def __init__(self, name, kind):
        super().__init__(name, kind)
        self.name = name

    def invoke(self, argument, from_tty):
        if argument.strip():
            raise gdb.GdbError("`%s' takes no arguments." % self.name)
        self.run(from_tty)


class Tasks(Command):
    """What each worker of a ucilk program does.
A task is named by its function and the place of the spawn; `waiting' counts
the continuations that thieves can take.  In programs for clusters workers run on
while gdb looks unless it debugs all of them: see `ucilk workers' and `ucilk
attach'."""

    def run(self, from_tty):
        if layout_version() == VERSION:
            self.of_threads()
        else:
            self.of_processes()

    def of_threads(self):
        workers = ThreadWorld().workers()
        if not workers:
            raise gdb.GdbError("No thread of the program has spawned yet.")
        print("  %-8s%-9s%-10s%-18s%-9s%s" %
              ("Worker", "LWP", "Thread", "State", "Waiting", "Task"))
        here = gdb.selected_thread()
        for w in workers:
            thread = thread_of(w.pid)
            print("%s %-8d%-9s%-10s%-18s%-9d%s" %
                  ("*" if here and w.pid == here.ptid[1] else " ", w.index,
                   w.pid, thread.num if thread else "-",
                   STATES[w.state % 4], w.entries, w.what()))

    def of_processes(self):
        workers = ClusterWorld().workers()
        print("  %-8s%-9s%-10s%-18s%-9s%s" %
              ("Worker", "Process", "Inferior", "State", "Waiting", "Task"))
        here = gdb.selected_inferior().pid
        for w in workers:
            inferior = inferior_of(w.pid) if w.pid else None
            print("%s %-8d%-9s%-10s%-18s%-9d%s" %
                  ("*" if w.pid == here else " ", w.index, w.pid or "-",
                   inferior.num if inferior else "-",
                   STATES[w.state % 4] if w.pid else "not started",
                   w.entries, w.what()))


class Workers(Command):
    """Let gdb debug every worker of a ucilk program for clusters.
For use before `run'.  Workers are processes there: this sets follow-fork-mode to
parent, detach-on-fork to off and schedule-multiple to on.  Each worker is an
inferior then: breakpoints strike in all of them, `continue' runs all."""

    def run(self, from_tty):
        gdb.execute("set follow-fork-mode parent")
        gdb.execute("set detach-on-fork off")
        gdb.execute("set schedule-multiple on")


class Attach(Command):
    """Attach to all other workers of a ucilk program for clusters.
Each becomes an inferior; breakpoints strike in all of them from now on."""

    def run(self, from_tty):
        if layout_version() == VERSION:
            raise gdb.GdbError("Workers are threads of this program: gdb debugs "
                               "them all.")
        Workers.run(self, from_tty)
        first = gdb.selected_inferior().num
        program = gdb.current_progspace().filename
        for w in ClusterWorld().workers():
            if started(w) and not inferior_of(w.pid):
                said = gdb.execute("add-inferior", to_string=True)
                number = re.search(r"Added inferior (\d+)", said).group(1)
                gdb.execute("inferior " + number, to_string=True)
                gdb.execute('file "%s"' % program, to_string=True)
                gdb.execute("attach %d" % w.pid, to_string=True)
        gdb.execute("inferior %d" % first, to_string=True)
        Tasks.run(self, from_tty)


class Backtraces(Command):
    """The stacks of all workers that gdb debugs, innermost frames first."""

    def run(self, from_tty):
        thread = gdb.selected_thread()
        frame = gdb.selected_frame() if thread else None
        try:
            if layout_version() == VERSION:
                self.of_threads()
            else:
                self.of_processes()
        finally:
            if thread:
                thread.switch()
                if frame.is_valid():
                    frame.select()

    def of_threads(self):
        for w in ThreadWorld().workers():
            thread = thread_of(w.pid)
            print("Worker %d (LWP %d, thread %s): %s%s%s" % (
                w.index, w.pid, thread.num if thread else "-",
                STATES[w.state % 4], ", " if w.what() else "", w.what()))
            if thread:
                thread.switch()
                gdb.execute("bt")

    def of_processes(self):
        for w in ClusterWorld().workers():
            inferior = inferior_of(w.pid) if w.pid else None
            print("Worker %d (process %s): %s%s%s" % (
                w.index, w.pid or "-",
                STATES[w.state % 4] if w.pid else "not started",
                ", " if w.what() else "", w.what()))
            if inferior:
                # The worker's thread is its first, or in worker 0 main's.
                min(inferior.threads(), key=lambda t: t.num).switch()
                gdb.execute("bt")
            elif started(w):
                print("(not debugged: see `help ucilk attach')")


class Finish(Command):
    """Like `finish', but on through generated functions.
Stops in the function of the program that called or spawned this one.  If its
continuation has been stolen that is in another worker, and it stops in
ucilk_stolen or in whatever this one does next."""

    def run(self, from_tty):
        gdb.execute("finish", from_tty)
        n = 0
        while gdb.selected_thread() and in_passing(gdb.newest_frame()):
            gdb.execute("with suppress-cli-notifications on -- finish",
                        to_string=True)
            n += 1
        if n and gdb.selected_thread():
            gdb.execute("frame")


class Step(Command):
    """Like `step', which does not enter a spawned function, but does."""

    # Where each entry of a spawn has the task.
    TASKS = {"": "$rsi", "_0": "$rdi", "_1": "$rsi", "_2": "$rdx",
             "_3": "$rcx", "_4": "$r8"}
    QUIETLY = "with suppress-cli-notifications on -- "

    def until(self, addresses, command):
        """Runs the command, which also ends at one of the addresses."""
        stops = [gdb.Breakpoint("*%d" % address, internal=True)
                 for address in addresses]
        try:
            for stop in stops:
                stop.thread = gdb.selected_thread().global_num
            gdb.execute(self.QUIETLY + command, to_string=True)
        finally:
            for stop in stops:
                stop.delete()
        return gdb.selected_thread() and gdb.newest_frame().pc() in addresses

    def run(self, from_tty):
        if not gdb.selected_thread():
            raise gdb.GdbError("The program is not being run.")
        entries = {}
        for name in ("ucilk_abi_spawn", "ucilk_abi_apart_spawn"):
            for suffix, task in self.TASKS.items():
                try:
                    entries[address_of(name + suffix)] = task
                except gdb.GdbError:
                    pass  # the cluster's has fewer
        if self.until(entries, "step"):
            task = int(gdb.parse_and_eval(entries[gdb.newest_frame().pc()]))
            self.until([read(task)], "continue")
            gdb.execute(self.QUIETLY + "step", to_string=True)
        if gdb.selected_thread():
            gdb.execute("frame")


class InfoUcilk(Tasks):
    __doc__ = Tasks.__doc__


class Prefix(gdb.Command):
    """Commands for programs of ucilk."""

    def __init__(self):
        super().__init__("ucilk", gdb.COMMAND_USER, prefix=True)


for file in ("<ucilk>", "ucilk/abi.h"):  # generated code
    gdb.execute("skip -gfi *" + file, to_string=True)
gdb.execute("skip -rfu ^(ucilk_abi|uci)_", to_string=True)
Prefix()
InfoUcilk("info ucilk", gdb.COMMAND_STATUS)
Tasks("ucilk tasks", gdb.COMMAND_STATUS)
Workers("ucilk workers", gdb.COMMAND_RUNNING)
Attach("ucilk attach", gdb.COMMAND_RUNNING)
Backtraces("ucilk bt", gdb.COMMAND_STACK)
Finish("ucilk finish", gdb.COMMAND_RUNNING)
Step("ucilk step", gdb.COMMAND_RUNNING)
