"""Mistakes of the rewriter, each put into a copy of its source: run.py
--mistakes builds the tool with one after the other and shows that the fuzzer
finds it.  A change that no longer fits the source ends the run."""

import collections
import copy
import shutil
import subprocess
import sys
import time

ROOT = __import__("pathlib").Path(__file__).resolve().parent.parent.parent

Mistake = collections.namedtuple("Mistake", "name file change into")

MISTAKES = [
    Mistake("destination-late: its address is taken anew after the arguments", "emit.c",
            '''        uk_buffer_print(out, "*ucilk_d_%d", number(s, site));''',
            '''        uk_buffer_print(out, "%.*s",
                        (int)(s->tokens[site->assign].start -
                              s->tokens[site->left].start),
                        s->text + s->tokens[site->left].start);'''),
    Mistake("finish-assigns: the finisher uses = for op=", "emit.c",
            "number(s, site), site->destination, site->operator_, site->result);",
            'number(s, site), site->destination, "=", site->result);'),
    Mistake("value-assigns: a child that has run is assigned by = for op=", "emit.c",
            '''        uk_buffer_print(out, " %s ", site->operator_);''',
            '''        uk_buffer_print(out, " = ");'''),
    Mistake("scope-open: a scope does not join where it ends", "emit.c",
            '''                    " struct ucilk_abi_frame %s "
                    "__attribute__((cleanup(ucilk_abi_join))), *%s_zero "
                    "__attribute__((unused)) = ((void)(%s.outstanding = 0), "
                    "&%s);",
                    name, name, name, name);''',
            '''                    " struct ucilk_abi_frame %s "
                    "%s, *%s_zero "
                    "__attribute__((unused)) = ((void)(%s.outstanding = 0), "
                    "&%s);",
                    name, frame == UK_NONE ? "__attribute__((cleanup(ucilk_abi_join)))"
                    : "", name, name, name);'''),
    Mistake("outer-frame: a sync in a scope joins the function's frame", "emit.c",
            '''    frame_name(k->frame, frame);
    switch (k->word) {''',
            '''    frame_name(UK_NONE, frame);
    switch (k->word) {'''),
    Mistake("result-offset: the result is copied from the arguments", "emit.c",
            '''                        "__builtin_offsetof(struct ucilk_args_%d, "
                        "result), ",
                        n);''',
            '''                        "0 * __builtin_offsetof(struct ucilk_args_%d, "
                        "result), ",
                        n);'''),
    Mistake("argument-order: the last two arguments change places", "emit.c",
            '''        uk_buffer_print(out, "%sucilk_a->a%d", i == 0 ? "" : ", ", i);''',
            '''        uk_buffer_print(out, "%sucilk_a->a%d", i == 0 ? "" : ", ",
                        site->n_args < 5 || i < site->n_args - 2 ? i
                        : 2 * site->n_args - 3 - i);'''),
    Mistake("argument-narrow: arguments of a direct task are cut to int", "emit.c",
            '''            uk_buffer_print(out, "(long)ucilk_%d, ", i);''',
            '''            uk_buffer_print(out, "(long)(int)(long)ucilk_%d, ", i);'''),
    Mistake("bool-wide: all of the register counts for a _Bool", "emit.c",
            '''site->result_is_bool ? "(unsigned char)" : "", n);''',
            '''site->result_is_bool ? "" : "", n);'''),
    Mistake("result-narrow: a direct result is not converted to its type", "emit.c",
            '''    if (site->is_direct && site->result != NULL)
        uk_buffer_print(out, "typedef %s ucilk_result_%d;\\n", site->result, n);''',
            '''    if (site->is_direct && site->result != NULL)
        uk_buffer_print(out, "typedef %s ucilk_result_%d;\\n",
                        strchr(site->result, '*') ? site->result : "long", n);'''),
    Mistake("result-raw: the finisher reads a long for any integer", "emit.c",
            '''            number(s, site), site->destination, site->operator_, site->result);''',
            '''            number(s, site), site->destination, site->operator_,
            site->is_direct && !strchr(site->result, '*') ? "long" : site->result);'''),
    Mistake("else-falls-out: a dropped spawn is two statements", "emit.c",
            '''        uk_buffer_print(out, "0, 0); })");
        return;''',
            '''        uk_buffer_print(out, "0, 0); }); ucilk_abi_join(&%s)", frame);
        return;'''),
    Mistake("sync-lost: a sync behind a label or case does nothing", "emit.c",
            '''    case UK_SYNC:
        if (spawns)''',
            '''    case UK_SYNC:
        if (spawns && !uk_token_is(s, k->token - 1, "}"))'''),
    Mistake("promoted: variadic arguments take the first one's type", "resolve.c",
            '''        CXType type = clang_getCursorType(arg);
        if (i < n_params)''',
            '''        CXType type = clang_getCursorType(arg);
        if (i >= n_params && i > 0)
            type = clang_getCursorType(clang_Cursor_getArgument(call, 0));
        if (i < n_params)'''),
    Mistake("parameter-type: arguments are not converted to the parameter's type",
            "resolve.c",
            '''            type = clang_getArgType(canonical, (unsigned)i);''',
            '''            type = i == 0 ? clang_getArgType(canonical, 0u) : type;'''),
    Mistake("float-is-word: real numbers go through integer registers", "types.c",
            "(kind >= CXType_Bool && kind <= CXType_LongLong);",
            "(kind >= CXType_Bool && kind <= CXType_LongLong) ||\n"
            "           kind == CXType_Double;"),
    Mistake("five-words: a direct task of five arguments", "resolve.c",
            "site->callee != NULL && n_params <= 4;",
            "site->callee != NULL && n_params <= 5;"),
    Mistake("shadowed: the name of a callee's pointer is used as a function", "emit.c",
            '''    uk_buffer_print(out, "%s(", site->pointer ? "ucilk_a->fn" : site->callee);''',
            '''    uk_buffer_print(out, "%s(", site->pointer ? "ucilk_a->a0" : site->callee);'''),
    Mistake("pointer-late: the callee is evaluated after its arguments", "emit.c",
            '''            uk_buffer_print(out, "ucilk_a->fn = ucilk_fn; ");''',
            '''            uk_buffer_print(out, "ucilk_a->fn = 0; ");'''),
    Mistake("no-frame: children of a loop's body are the function's", "emit.c",
            '''            if (has_frame_at(s, &s->keywords[j], k->token)) {''',
            '''            if (s->keywords[j].word == UK_SCOPE && j + 1 < i &&
                has_frame_at(s, &s->keywords[j], k->token) && 0) {'''),
]


def quietly(command, where):
    done = subprocess.run(command, cwd=where, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit("mistakes.py: %s\n%s" % (" ".join(command), done.stdout[-3000:]))


def main(options, driver):
    folder = options.build / "fuzz-mistakes"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("build*", ".git"))
    quietly(["cmake", "-B", "build", "-DBUILD_TESTING=OFF"], folder)
    chosen = [m for m in MISTAKES if not options.mistakes or
              any(m.name.startswith(word) for word in options.mistakes)]
    for m in chosen:
        text = (folder / "tools/ucilkcc" / m.file).read_text()
        if text.count(m.change) != 1:
            sys.exit("mistakes.py: %s: no longer fits %s" % (m.name, m.file))
    n_missed = 0
    for m in [None] + chosen:
        if m:
            path = folder / "tools/ucilkcc" / m.file
            good = path.read_text()
            path.write_text(good.replace(m.change, m.into))
        quietly(["cmake", "--build", "build", "--target", "ucilkcc"], folder)
        if m:
            path.write_text(good)
        mutant = copy.copy(options)
        mutant.tool = str(folder / "build/bin/ucilkcc")
        mutant.failures, mutant.reduce, mutant.quiet = 1, 0, True
        mutant.timeout = 10
        began = time.monotonic()
        found, n, failure = driver(mutant).first()
        right = bool(found) == bool(m)
        n_missed += not right
        print("%s %s: %s, %d programs, %.0f s" % (
            "ok" if right else "MISSED" if m else "FAIL",
            m.name if m else "no mistake",
            failure.kind + ", seed %s" % found if found else "not found", n,
            time.monotonic() - began), flush=True)
        if not m and found:
            print(failure.text[:2000])
            return 1
    shutil.rmtree(folder)
    return 1 if n_missed else 0
