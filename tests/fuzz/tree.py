"""A program as a tree of statements.  The reducer may remove a node that is
`loose', unless it has a sync that later code needs."""


class Text:
    """A statement or declaration."""

    def __init__(self, text, loose=True):
        self.text, self.loose = text, loose
        self.gone = False

    def lines(self):
        return self.text.split("\n") if self.text else []

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

    def lines(self):
        out = []
        for head, nodes, braced, tail in self.parts:
            out.append(head + (" {" if braced else ""))
            inner = listing(nodes)
            if not braced and not inner:
                inner = [";"]
            out += [line if line[:1] in ("#", "") else "    " + line for line in inner]
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


def function(head, nodes):
    return Compound((head + "\n{", nodes, False, "}"), whole=True)


def listing(nodes):
    return [line for node in nodes if not node.gone for line in node.lines()]


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
