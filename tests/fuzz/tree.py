"""A program as a tree of statements, printed in a form: "keywords" or
"macros", in which a statement without a macro form is "serial".  The reducer may
remove a node that is `loose', unless it has a sync that later code needs."""


def pick(text, form):
    if isinstance(text, dict):
        return text.get(form, text["macros"])
    return text


class Text:
    """A statement or declaration."""

    def __init__(self, text, macros=None, loose=True, serial=None):
        self.text = text
        if macros is not None:
            self.text = {"keywords": text, "macros": macros,
                         "serial": macros if serial is None else serial}
        self.loose = loose
        self.gone = False

    def lines(self, form):
        text = pick(self.text, form)
        return text.split("\n") if text else []

    def lists(self):
        return []

    def has_sync(self):
        return not self.loose


class Compound:
    """Parts (head, nodes, braced, tail) in a row, as if and else are."""

    def __init__(self, *parts, loose=True, whole=False):
        self.parts = parts
        self.whole = whole  # it has frames of its own
        self.loose = loose
        self.gone = False

    def lines(self, form):
        out = []
        for head, nodes, braced, tail in self.parts:
            braced = pick(braced, form)
            out.append(pick(head, form) + (" {" if braced else ""))
            inner = listing(nodes, form)
            if not braced and not inner:
                inner = [";"]
            out += [line if line[:1] in ("#", "") else "    " + line for line in inner]
            tail = pick(tail, form)
            if braced:
                out.append("}" + tail)
            elif tail:
                out.append(tail.lstrip())
        return out

    def lists(self):
        return [nodes for _, nodes, _, _ in self.parts]

    def has_sync(self):
        return not self.whole and any(
            node.has_sync() for nodes in self.lists() for node in nodes)


ALLOCA = "__builtin_alloca("
VLA = "(h == 1)]"  # the end of the declaration of any array of variable length


class Function(Compound):
    """Macro tasks with arrays of variable length must say cilk_apart."""

    def __init__(self, head, nodes):
        super().__init__((head, nodes, False, "}"), whole=True)

    def lines(self, form):
        return said_apart(super().lines(form), 2) if form == "macros" else super().lines(form)


def said_apart(lines, at):
    """The function's lines, with it at that place where it is needed."""
    if any(line.endswith(VLA + ";") or ALLOCA in line for line in lines):
        return lines[:at] + ["    cilk_apart;"] + lines[at:]
    return lines


def listing(nodes, form):
    return [line for node in nodes if not node.gone for line in node.lines(form)]


def text(nodes, form):
    return "\n".join(listing(nodes, form)) + "\n"


def loose_lists(nodes):
    """Every list of nodes, the outer ones first, but for the last function's,
    which calls the others."""
    yield from nodes[-1].lists() if nodes else []
    yield nodes
    for node in nodes:
        if not node.gone:
            for inner in node.lists():
                yield from loose_lists(inner)


def reduce(nodes, fails, keep_going):
    """Takes nodes out as long as fails() still says so."""
    progress = True
    while progress and keep_going():
        progress = False
        for inner in loose_lists(nodes):
            here = [node for node in inner
                    if node.loose and not node.gone and not node.has_sync()]
            size = len(here)
            while size >= 1 and keep_going():
                for at in range(0, len(here), size):
                    piece = [node for node in here[at:at + size] if not node.gone]
                    if not piece or not keep_going():
                        continue
                    for node in piece:
                        node.gone = True
                    if fails():
                        progress = True
                    else:
                        for node in piece:
                            node.gone = False
                size //= 2
