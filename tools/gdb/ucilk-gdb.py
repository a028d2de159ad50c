# ucilk in gdb: `source' this file, best from ~/.gdbinit.
#
#   bt               hides what ucilk generates; `bt -no-filters' shows it
#   ucilk tasks      what each worker does, also as `info ucilk'
#   ucilk workers    before `run': gdb debugs every worker, not the first alone
#   ucilk attach     the same for a program that runs already
#   ucilk bt         the stacks of all workers that gdb debugs
#   ucilk step       step, into a function that is spawned too
#   ucilk finish     finish, on to the user's function that called or spawned
#
# Nothing here needs debug information of the runtime: it says itself where its
# words are, in uci_debugger_layout (runtime/start/debugger.c).

import re

import gdb
from gdb.FrameDecorator import FrameDecorator

GENERATED = re.compile(r"(?:__)?ucilk_(abi|body|spawn|future|finish|set|add|identity|reduce|"
                       r"one|any|run|make|link|address|register)_\w+$")
PIECE = re.compile(r"__ucilk_piece_\d+_(\w+)$")  # the body of a cilk_for
# The user's body in macro form, inlined into a function that is generated.
MACRO_BODY = re.compile(r"ucilk_(fn|iteration)_(\w+)$")
# A function of the runtime that has no name of its own kind.
DIVIDE = re.compile(r"divide\W*(cold)?\W*$")
LAYOUT_VERSION = 1
STATES = ("absent", "running", "in the scheduler", "napping")


# --- Backtraces ---

def is_generated(frame):
    name = frame.name() or ""
    if DIVIDE.match(name) and frame.newer() is not None:
        inner = frame.newer().name() or ""
        return bool(GENERATED.match(inner) or PIECE.match(inner))
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
        memory = gdb.selected_inferior().read_memory(address, size)
    except gdb.MemoryError:
        raise gdb.GdbError("Cannot read what the workers share (it is not in "
                           "core dumps).")
    return int.from_bytes(memory.tobytes(), "little")


def read_text(address):
    pointer = gdb.lookup_type("char").pointer()
    return gdb.Value(address).cast(pointer).string(errors="replace")


class Worker:
    """What others can see of a worker."""

    def __init__(self, world, index):
        base = world.peers + index * world.stride
        at = world.layout
        self.index = index
        self.state = read(base + at["state"], 4)
        self.pid = read(base + at["pid"], 4)
        top = read(base + at["T"])
        head = read(base + at["H"]) & ~1
        self.entries = max(0, (top - head) // at["slot_size"]) if top else 0
        self.n_ready = read(base + at["n_ready"], 4)
        self.task = self.find_task(world, base, top)

    def find_task(self, world, base, top):
        """(name, file, line) as uci_sched_task_of finds it, or None."""
        at = world.layout
        if (STATES[self.state % 4] != "running"
                or not read(base + at["slots"]) < top
                <= read(base + at["slots_end"])):
            return None
        sp = read(top - at["slot_size"])
        if not world.region_start <= sp < at["region_end"]:
            return None
        region = read(base + at["region"])  # null: the one worker's
        view = region - world.region_start if region else 0
        task = read(sp - at["task"] + view)
        return (read_text(read(task + at["name"])),
                read_text(read(task + at["file"])),
                read(task + at["line"], 4))

    def what(self):
        if self.task:
            return "%s, spawned at %s:%d" % self.task
        if STATES[self.state % 4] == "running":
            return "main" if self.entries == 0 else "main's own strand"
        return ""


class World:
    def __init__(self):
        names = ("version", "n_workers", "T", "H", "state", "pid", "n_ready",
                 "slots", "slots_end", "region", "slot_size", "task",
                 "region_end", "name", "file", "line")
        layout = address_of("uci_debugger_layout")
        if not gdb.selected_inferior().pid:
            raise gdb.GdbError("The program is not being run.")
        self.layout = {name: read(layout + 8 * i)
                       for i, name in enumerate(names)}
        if self.layout["version"] != LAYOUT_VERSION:
            raise gdb.GdbError("This script is of another version of ucilk "
                               "than the program.")
        world = read(address_of("uci_world"))
        if not world:
            raise gdb.GdbError("The program has not reached main.")
        self.peers = read(address_of("uci_peers"))
        self.stride = read(address_of("uci_peer_stride"))
        self.region_start = read(address_of("uci_region_start"))
        # Under mpirun those of other nodes are not in this one's memory.
        self.first = read(address_of("uci_near_first"), 4)
        self.n_near = read(address_of("uci_n_near"), 4)

    def workers(self):
        return [Worker(self, i)
                for i in range(self.first, self.first + self.n_near)]


def started(worker):
    return worker.pid != 0 and STATES[worker.state % 4] != "absent"


def inferior_of(pid):
    for inferior in gdb.inferiors():
        if inferior.pid == pid:
            return inferior
    return None


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
the continuations that thieves can take.  Workers run on while gdb looks unless
it debugs all of them: see `ucilk workers' and `ucilk attach'."""

    def run(self, from_tty):
        workers = World().workers()
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
    """Let gdb debug every worker of a ucilk program, not the first alone.
For use before `run'.  Workers are processes: this sets follow-fork-mode to
parent, detach-on-fork to off and schedule-multiple to on.  Each worker is an
inferior then: breakpoints strike in all of them, `continue' runs all."""

    def run(self, from_tty):
        gdb.execute("set follow-fork-mode parent")
        gdb.execute("set detach-on-fork off")
        gdb.execute("set schedule-multiple on")


class Attach(Command):
    """Attach to all other workers of the ucilk program that gdb is attached to.
Each becomes an inferior; breakpoints strike in all of them from now on."""

    def run(self, from_tty):
        Workers.run(self, from_tty)
        first = gdb.selected_inferior().num
        program = gdb.current_progspace().filename
        for w in World().workers():
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
        try:
            for w in World().workers():
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
        finally:
            if thread:
                thread.switch()


class Finish(Command):
    """Like `finish', but on through generated functions.
Stops in the function of the program that called or spawned this one.  If its
continuation has been stolen that is in another process, and it stops in
ucilk_stolen or in whatever the worker does next."""

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
    TASKS = {"ucilk_abi_spawn": "$rsi", "ucilk_abi_spawn_0": "$rdi",
             "ucilk_abi_spawn_2": "$rdx", "ucilk_abi_spawn_3": "$rcx",
             "ucilk_abi_spawn_4": "$r8"}
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
        entries = {address_of(name): task for name, task in self.TASKS.items()}
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
Prefix()
InfoUcilk("info ucilk", gdb.COMMAND_STATUS)
Tasks("ucilk tasks", gdb.COMMAND_STATUS)
Workers("ucilk workers", gdb.COMMAND_RUNNING)
Attach("ucilk attach", gdb.COMMAND_RUNNING)
Backtraces("ucilk bt", gdb.COMMAND_STACK)
Finish("ucilk finish", gdb.COMMAND_RUNNING)
Step("ucilk step", gdb.COMMAND_RUNNING)
