"""Mistakes of the rewriter, each of which is put into a copy of its source: run.py
--mistakes builds the tool with one after another and checks that the fuzzer
finds it.  A change that no longer fits the source ends the run."""

import collections
import copy
import shutil
import sys
import time

from seeding import Copy, misfits

REWRITER = "tools/ucilkcc/rewriter"

Mistake = collections.namedtuple("Mistake", "name file change into")

MISTAKES = [
    Mistake("destination-late: its address is taken anew after the arguments", "emit_spawns.c",
            'uk_put(out, uk_site_number(s, site), "*@d_$");',
            '''uk_buffer_print(out, "%.*s",
                        (int)(s->tokens[site->assign].start -
                              s->tokens[site->left].start),
                        s->text + s->tokens[site->left].start);'''),
    Mistake("finish-assigns: the finisher uses = for op=", "emit_tasks.c",
            "site->result, to, site->operator_, cast,", 'site->result, to, "=", cast,'),
    Mistake("value-assigns: a child that has run is assigned by = for op=", "emit_spawns.c",
            'uk_buffer_print(out, "%s", site->operator_);',
            'uk_buffer_print(out, "=");'),
    Mistake("scope-open: a scope does not join where it ends", "emit_frames.c",
            "    const char *name = uk_frame_name(s, frame);\n    uk_",
            '''    const char *name = uk_frame_name(s, frame);
    if (frame != UK_NONE && s->keywords[frame].word == UK_SCOPE) {
        uk_buffer_print(out, "struct ucilk_abi_frame %s = {0, 0};", name);
        return;
    }
    uk_'''),
    Mistake("outer-frame: a sync in a scope joins the function's frame", "emit.c",
            "uk_frame_name(s, k->frame);\n    switch (k->word) {",
            "uk_frame_name(s, UK_NONE);\n    switch (k->word) {"),
    Mistake("no-frame: children of a scope or a loop's body are the function's", "frame.c",
            "        for (k->frame = open; k->frame != UK_NONE;",
            "        for (k->frame = UK_NONE; k->frame != UK_NONE;"),
    Mistake("result-offset: the result is taken from the first argument", "emit_tasks.c",
            '"__builtin_offsetof(struct @args_$, result), "',
            '"0 * __builtin_offsetof(struct @args_$, result), "'),
    Mistake("result-narrow: a direct result is not converted to its type", "emit_spawns.c",
            'uk_buffer_print(out, "(%s)", site->result);',
            'uk_buffer_print(out, "(long)");'),
    Mistake("result-raw: the finisher reads a long for any integer", "emit_tasks.c",
            'converts ? silent : "", site->result, to,',
            '''converts ? silent : "",
                        site->is_direct && !strchr(site->result, '*') ? "long" : site->result,
                        to,'''),
    Mistake("bool-wide: all of the register counts for a _Bool", "emit_spawns.c",
            'site->result_is_bool ? "(unsigned char)" : "");', '"");'),
    Mistake("argument-order: the last two arguments change places", "emit_tasks.c",
            'uk_put(out, 0, "%s@%d", i == 0 ? "" : ", ", i);',
            '''uk_put(out, 0, "%s@%d", i == 0 ? "" : ", ",
                        site->n_args < 5 || i < site->n_args - 2 ? i
                        : 2 * site->n_args - 3 - i);'''),
    Mistake("argument-narrow: arguments of a direct task are cut to int", "emit_tasks.c",
            '"(long)@%d, "', '"(long)(int)(long)@%d, "'),
    Mistake("unconverted: arguments do not take the parameter's type", "emit_tasks.c",
            'uk_task_stores_first(site, i) ? "int"',
            '''uk_task_stores_first(site, i) ? "int"
                        : site->is_direct && !site->args[i].is_struct &&
                                !strchr(site->args[i].type, '*')
                            ? "long"'''),
    Mistake("unpromoted: variadic arguments take the first one's type", "resolve.c",
            "        CXType type = clang_getCursorType(arg);\n",
            '''        CXType type = clang_getCursorType(
            i < n_params ? arg : clang_Cursor_getArgument(call, 0));
'''),
    Mistake("real-words: real numbers go through integer registers", "types.c",
            "(kind >= CXType_Bool && kind <= CXType_LongLong);",
            "(kind >= CXType_Bool && kind <= CXType_LongLong) ||\n"
            "           kind == CXType_Double;"),
    Mistake("else-falls-out: a dropped spawn is two statements", "emit_spawns.c",
            'uk_buffer_print(out, "})");', 'uk_buffer_print(out, "}); (void)0");'),
    Mistake("sync-lost: a sync behind a block does nothing", "emit.c",
            "    case UK_SYNC:\n        if (spawns)",
            "    case UK_SYNC:\n        if (spawns && !uk_token_is(s, k->token - 1, "
            "\"}\"))"),
    Mistake("pointer-lost: an expression that is called is not kept", "emit_tasks.c",
            '"@a->fn = @fn; "', '"@a->fn = 0; "'),
    Mistake("names: a frame has a name that is the user's", "emit_frames.c",
            '? "__ucilk_frame"\n', '? "ucilk_frame"\n'),
    Mistake("consumers-lost: a future has one, whatever cilk_future(k) says", "emit_spawns.c",
            'uk_put(out, n, ", @k_$");', 'uk_put(out, n, ", 1 + 0 * @k_$");'),
    Mistake("future-flag: the task of a future is an ordinary one", "emit_tasks.c",
            "(site->form == UK_VALUE ? UCILK_ABI_TASK_FUTURE\n", "(site->form == UK_VALUE ? 0\n"),
    Mistake("loop-count: a cilk_for counts once more", "emit_loops.c",
            'is_exclusive ? " - 1" : ""', 'is_exclusive ? " - 0" : ""'),
    Mistake("loop-copy: a cilk_for takes 0 for a captured variable", "emit_loops.c",
            'uk_put(out, n, "@l_$.%s = %s; ", name, value);',
            'uk_put(out, n, "@l_$.%s = %s - %s; ", name, value, value);'),
    Mistake("loop-down: i != a; i -= k counts up", "emit_loops.c",
            "        is_up = (*l->step != '-') != l->is_subtracted;",
            "        is_up = (*l->step != '-');"),
    Mistake("loop-minus: a step that is no constant is added by -=", "emit_loops.c",
            'return l->is_subtracted ? "-(long)" : "(long)";', 'return "(long)";'),
    Mistake("block-shared: a spawned statement has no copies", "sharing.c",
            "    bool is_copy = c->how == UK_COPY || c->how == UK_ROWS;\n",
            "    bool is_copy = c->how == UK_COPY || c->how == UK_ROWS;\n"
            "    c->is_shared = c->is_shared || l->is_block;\n"),
    Mistake("block-waits: a spawned statement waits for the function's children",
            "order.c", " ||\n            s->keywords[frame].word == UK_BLOCK)", ")"),
    Mistake("block-drops: a spawned statement is no child of a frame that is stolen",
            "emit_blocks.c", '"ucilk_abi_stolen(&%s, @h_$_b, 0, 0); "',
            '"(void)(&%s, @h_$_b, 0, 0); "'),
    Mistake("fixed-written: a variable keeps the value of its initializer in bodies, though it is "
            "written", "sharing.c",
            "s->mentions[i].declared == c->declared && s->mentions[i].is_written)",
            "s->mentions[i].declared == c->declared && s->mentions[i].is_view)"),
    Mistake("inlet-copies: an inlet has copies of what it reads", "captures.c",
            "c->is_shared = c->is_shared || l->is_inlet;", "(void)0;"),
    Mistake("inlet-more: the further arguments of an inlet are lost", "emit_inlets.c",
            '", sizeof @a_$->@more); "', '", 0 * sizeof @a_$->@more); "'),
    Mistake("inlet-order: operators whose order matters do not wait in functions with inlets",
            "emit_spawns.c", "if (site->is_in && site->waits > 0)", "if (site->is_in && site->waits > 999)"),
    Mistake("pedigree-spawn: behind a spawn the rank is the child's", "emit_tasks.c",
            '" ucilk_abi_pedigree_go_on(@q); return @h;"', '" return @h;"'),
    Mistake("pedigree-sync: a sync counts where a child is outstanding", "emit_frames.c",
            """    uk_emit_leave(s, function, token, out);
    uk_buffer_print(out, "} %s})",""",
            """    uk_emit_leave(s, function, token, out);
    uk_buffer_print(out, "%s} })","""),
    Mistake("pedigree-piece: iterations are numbered from that of their piece",
            "emit_pieces.c",
            '"unsigned long @j = @c->@range.first; "',
            '"unsigned long @j = 0 * @c->@range.first; "'),
    Mistake("pedigree-block: behind a spawned statement the rank is of its strand",
            "emit_blocks.c",
            'keeps ? "ucilk_abi_pedigree_go_on(__ucilk_q); " : "", frame);',
            'keeps ? "" : "", frame);'),
    Mistake("loop-frame: children of a cilk_for's body are joined after it",
            "emit_pieces.c", "    uk_body_frame_emit(s, l, &out);\n", ""),
    Mistake("reducer-local: a local reducer is known to the runtime", "emit_reducers.c",
            "*)&%s, sizeof %s), %s&%s)", "*)&%s, 0 * sizeof %s), %s&%s)"),
]


def check_fit():
    """Ends the program if the rewriter has changed under a mistake."""
    for m in misfits(MISTAKES, REWRITER):
        sys.exit("mistakes.py: %s: no longer fits %s" % (m.name, m.file))


def main(options, driver):
    sources = Copy(options.build / "fuzz-mistakes", REWRITER, "-DBUILD_TESTING=OFF")
    chosen = [m for m in MISTAKES if not options.mistakes or
              any(m.name.startswith(word) for word in options.mistakes)]
    n_missed = 0
    for m in [None] + chosen:
        with sources.seeded(m):
            sources.make("ucilkcc")
        mutant = copy.copy(options)
        mutant.tool = str(sources.path / "build/bin/ucilkcc")
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
    shutil.rmtree(sources.path)
    return 1 if n_missed else 0
