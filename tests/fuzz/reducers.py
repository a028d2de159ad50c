"""Reducers: kinds, and the forms that a reducer can be declared in."""

import collections

# type, identity, reduce, a step, what it tells, the first value
Kind = collections.namedtuple("Kind", "type zero add step told first")
KINDS = {
    "sum": Kind("unsigned long", "sum_0", "sum_add", "%s += %s;", "%s", "7"),
    "exor": Kind("int", "exor_0", "exor_add", "%s ^= (int)(%s);", "(unsigned long)%s", "-3"),
    "top": Kind("short", "top_0", "top_add",
                "top_add(&%s, &(short){(short)((%s) %% 999)});", "(unsigned long)%s", "-5"),
    "path": Kind("struct path", "path_0", "path_add",
                 "path_add(&%s, &(struct path){(%s) | 1, 5});", "%s.a ^ %s.b", "{3, 1}"),
    "list": Kind("struct ucilk_list", "list_0", "list_add", "list_put(&%s, %s);",
                 "list_told(&%s)", "{0, 0}"),
}
MACROS = ["sum", "exor", "top", "path"]  # those that programs with macros have
ORDERED = ("path", "list")

READY = {"sum": "UCILK_SUM(ulong)", "exor": "UCILK_XOR(int)", "list": "UCILK_LIST"}
CILK_PLUS = {"sum": "OPADD(%s, ulong, 7)", "exor": "OPXOR(%s, int, -3)"}

FORMS = ["plain", "hyper", "typedef", "member", "element", "ready", "cilk_c"]
LOCAL = FORMS + ["pointer", "heap", "registered", "wrapped"]
# A pointer to one has the type of those that bump_KIND takes.
POINTED = ("plain", "hyper", "typedef", "member", "element", "pointer", "heap")


class Reducer:
    """before: at file scope.  begin, end: around what uses it; `use' in there, `told'
    behind the sync."""

    def __init__(self, name, kind, form, storage=""):
        self.name, self.kind, self.form = name, kind, form
        k = KINDS[kind]
        word = "cilk_reducer(%s, %s)" % (k.zero, k.add)
        self.before, self.begin, self.end = [], [], []
        self.use = self.told_as = name
        self.must_end = form in ("heap", "registered", "cilk_c", "wrapped")
        if form == "ready" and kind not in READY or form == "cilk_c" and \
                kind not in CILK_PLUS:
            self.form = form = "plain"
            self.must_end = False
        if form in ("plain", "hyper", "ready"):
            word = {"plain": word, "ready": READY.get(kind),
                    "hyper": word.replace("cilk_reducer", "_Hyperobject")}[form]
            self.begin = ["%s%s %s %s = %s;" % (storage, k.type, word, name, k.first)]
        elif form == "typedef":
            self.begin = ["typedef %s %s %s_t;" % (k.type, word, name),
                          "%s%s_t %s = %s;" % (storage, name, name, k.first)]
        elif form == "member":
            self.before = ["struct %s_s { char before; %s %s it; short after; };" % (
                name, k.type, word)]
            self.begin = ["%sstruct %s_s %s = {1, %s, 2};" % (storage, name, name, k.first)]
            self.use = self.told_as = name + ".it"
        elif form == "element":
            self.begin = ["%s%s %s %s[2] = {%s, %s};" % (
                storage, k.type, word, name, k.first, k.first)]
            self.use, self.told_as = name + "[h & 1]", name + "[0]"
        elif form == "pointer":
            self.begin = ["%s %s at_%s = %s;" % (k.type, word, name, k.first),
                          "%s %s *%s = &at_%s;" % (k.type, word, name, name)]
            self.use = self.told_as = "(*%s)" % name
        elif form == "heap":
            self.before = ["struct %s_s { int before; %s %s it; };" % (name, k.type, word)]
            self.begin = ["struct %s_s *%s = malloc(sizeof *%s);" % (name, name, name),
                          "ucilk_reducers_begin(%s, sizeof *%s);" % (name, name),
                          "*%s = (struct %s_s){9, %s};" % (name, name, k.first)]
            self.use = self.told_as = name + "->it"
            self.end = ["ucilk_reducers_end(%s, sizeof *%s);" % (name, name),
                        "free(%s);" % name]
        elif form == "registered":
            self.begin = ["%s %s = %s;" % (k.type, name, k.first),
                          "__cilkrts_reducer_register(&%s, sizeof %s, %s, %s);" % (
                              name, name, k.zero, k.add)]
            self.use = "(*(%s *)__cilkrts_reducer_lookup(&%s, sizeof %s, %s, %s))" % (
                k.type, name, name, k.zero, k.add)
            self.end = ["__cilkrts_reducer_unregister(&%s);" % name]
        elif form == "cilk_c":
            self.begin = [storage + "CILK_C_REDUCER_%s;" % (CILK_PLUS[kind] % name)]
            self.registered(name)
        else:  # wrapped: a monoid of one's own for Cilk Plus
            zero, add = (("path_c_0", "path_c_add") if kind == "path" else
                         ("%s_c_0" % kind, "%s_c_add" % kind))
            self.before = ["typedef CILK_C_DECLARE_REDUCER(%s) %s_t;" % (k.type, name)]
            self.begin = ["%s_t %s = CILK_C_INIT_REDUCER(%s, %s, %s, "
                          "__cilkrts_hyperobject_noop_destroy, %s);" % (
                              name, name, k.type, add, zero, k.first)]
            self.registered(name)

    def registered(self, name):
        self.register = "CILK_C_REGISTER_REDUCER(%s);" % name
        self.end = ["CILK_C_UNREGISTER_REDUCER(%s);" % name]
        self.use, self.told_as = "REDUCER_VIEW(%s)" % name, name + ".value"

    register = None

    def step(self, value):
        return KINDS[self.kind].step % (self.use, value)

    def told(self):
        form = KINDS[self.kind].told
        text = form.replace("%s", self.told_as)
        if self.form == "element":
            text = "mix((unsigned long)(%s), (unsigned long)(%s))" % (
                text, form.replace("%s", self.name + "[1]"))
        return text


def some_local(r, name, may_leave):
    """may_leave: its block may be left early, so that it wants no end."""
    while True:
        kind, form = r.choice(sorted(KINDS)), r.choice(LOCAL)
        if form == "wrapped" and kind == "list":
            continue
        found = Reducer(name, kind, form)
        if not (may_leave and found.must_end):
            return found


BUMP = """static UNUSED void bump_KIND(TYPE cilk_reducer(ZERO, ADD) *p, int n, unsigned long s)
{
    if (n == 0) {
        STEP
        return;
    }
    cilk_spawn bump_KIND(p, n - 1, s + 1);
    STEP
    bump_KIND(p, n - 1, mix(s, 7));
    cilk_sync;
    STEP
}"""


def bump(kind):
    """A function that spawns, and updates what its argument points to."""
    k = KINDS[kind]
    return BUMP.replace("KIND", kind).replace("TYPE", k.type).replace("ZERO", k.zero) \
        .replace("ADD", k.add).replace("STEP", k.step % ("(*p)", "s"))


def declare_macro(name, kind, storage=""):
    k = KINDS[kind]
    return "%s(%s, %s, %s, %s, %s);" % (
        "cilk_static_reducer" if storage else "cilk_reducer", k.type, name, k.zero, k.add,
        k.first)
