#!/usr/bin/env python3
"""Puts one mistake after another into a copy of the runtime and checks that run.py
finds it, or a test of tests/cluster if it is one of the rules between nodes.  See
docs/stress.md."""

import argparse
import collections
import datetime
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from seeding import Copy, misfits  # noqa: E402

# `change' is in runtime/FILE once.  The library is that of threads, or of processes
# where `cluster' says so.  `fast' is a program that finds it within seconds.
Mistake = collections.namedtuple(
    "Mistake", "rule what file change into cluster fast", defaults=(False, ""))
# What finds a mistake of the rule: some programs, or long runs of one.
RUNS = collections.defaultdict(lambda: ["trees", "regions", "loops", "ends"],
                               D6=["--nightly", "trees"])
RUNS.update(("R%d" % n, ["pieces", "reducers"]) for n in range(1, 7))
RUNS.update(("R%d" % n, ["local_reducers", "monoids", "reducers"])
            for n in range(7, 10))
RUNS.update(("F%d" % n, ["dags", "futures_waits", "futures_ends", "promises"])
            for n in range(1, 8))
RUNS.update(C2=["dags", "regions", "loops"], F8=["ends", "promises"], F9=["futures_views"],
            K5=["trees", "dags", "regions"],
            K13=["dags", "futures"])
# The same with workers that are processes.
CLUSTER_RUNS = collections.defaultdict(lambda: ["trees", "recursion", "regions"])
CLUSTER_RUNS.update(R1=["reducers"], R4=["reducers"])
# That depends on the processor.
UNSURE = "the pop near H does not fence"

MISTAKES = [
    Mistake("D2", UNSURE, "one_machine/spawn.S",
            "    lock orl $0, (%rsp)             /* full fence: with a thief's CAS */\n"
            "    movq UCI_WORKER_T(%r11), %r8\n",
            "    movq UCI_WORKER_T(%r11), %r8\n"),
    Mistake("D2", "a pop near H does not look at H", "one_machine/spawn.S",
            "    cmpq %r8, UCI_WORKER_H(%r11)    /* with its lock bit */\n    jbe 1f\n",
            "    jmp 1f\n"),
    Mistake("D2", "a pop looks at H before it writes T", "sched/deque.c",
            "    uci_exchange_seqcst(&uci_self.T, t);\n"
            "    uci_point(pop_slow);\n"
            "    return uci_likely(uci_load_acquire(&uci_self.H) <= (uintptr_t)t) ||\n",
            "    uint64_t head = uci_load_acquire(&uci_self.H);\n"
            "    uci_point(pop_slow);\n"
            "    uci_exchange_seqcst(&uci_self.T, t);\n"
            "    return uci_likely(head <= (uintptr_t)t) ||\n"),
    Mistake("D4", "a lost entry leaves T at its place", "sched/deque.c",
            "            uci_store_relaxed(&uci_self.T, t + 1);\n", "", fast="trees"),
    Mistake("D4", "the owner takes an entry that is claimed", "sched/deque.c",
            "if (uci_deque_head(&uci_self) <= t) {",
            "if (uci_deque_head(&uci_self) <= t + 1) {"),
    Mistake("D5", "the thief does not look at T again", "sched/steal.c",
            "if (h + 1 > uci_load_acquire(&v->T)) {", "if (0) {"),
    Mistake("D5", "a vain claim is not taken back", "sched/steal.c",
            "uci_point(steal_vain);\n"
            "        /* Pairs with the owner's wait in uci_deque_conflict. */\n"
            "        uci_deque_unlock(victim, h + 1, h);",
            "uci_deque_unlock(victim, h + 1, h + 1);"),
    Mistake("D5", "the record is published before the copy", "sched/steal.c",
            "    publish(victim, entry, stolen->handle);\n",
            "    publish(victim, entry, stolen->handle);\n"
            "    __builtin_memcpy((void *)stolen->sp, uci_region_view(v, stolen->sp),\n"
            "                     stolen->upper - stolen->sp);\n"
            "    uci_thread_cut(stolen->upper, (void *)stolen->upper);\n", cluster=True),
    Mistake("D5", "the record of the entry itself is carried along", "sched/steal.c",
            "    publish(victim, entry, stolen->handle);\n",
            "    publish(victim, entry, stolen->handle);\n"
            "    stolen->record = stolen->handle;\n"),
    Mistake("D6", "a reset leaves the records", "sched/deque.c",
            "        uci_store_relaxed(&s->record, 0);\n", "        (void)s;\n"),
    Mistake("D7", "the base slot keeps its old record", "sched/deque.c",
            "    base->sp = upper;\n    uci_store_relaxed(&base->record, record);",
            "    base->sp = upper;\n    (void)record;"),
    Mistake("J2", "a sync does not wait", "sched/join.c",
            "if (uci_word_load(uci_ref_rank(ref), &r->arrived) == 0)", "if (0)", fast="trees"),
    Mistake("J3", "the child arrives before its result", "sched/join.c",
            "    uci_thread_copy(r->result, result, task->result_size);\n"
            "    r->views = uci_views_copy(); /* R3 */\n"
            "    uci_views_tally(r->views, views_delivered);\n"
            "    uci_thread_release(r);\n"
            "    uci_stack_leave(words, r);\n"
            "    uci_point(child_delivered);\n",
            "    struct uci_record copy = *r;\n"
            "    r->views = uci_views_copy();\n"
            "    bool first = uci_word_fetch_add(uci_ref_rank(ref), &r->arrived, 1) == 0;\n"
            "    uci_point(child_delivered);\n"
            "    uci_thread_copy(r->result, result, task->result_size);\n"
            "    uci_stack_leave(words, &copy);\n"
            "    if (first)\n        uci_sched_loop();\n"
            "    uci_thread_resume_waiter(r->waiter);\n"),
    Mistake("J4", "the parent arrives before it says where it is", "sched/join.c",
            "        r->waiter = s->self;\n        uci_point(join_registered);\n",
            "        first = uci_fetch_add_acqrel(&r->arrived, 1) == 0;\n"
            "        uci_point(join_registered);\n        r->waiter = s->self;\n"
            "        return first;\n"),
    Mistake("J4", "both sides of the join resume", "sched/join.c",
            "        uci_point(join_first);\n        return true;\n",
            "        uci_point(join_first);\n        return false;\n", fast="trees"),
    Mistake("J4", "the copy of a parent that came second is not freed",
            "one_machine/thread.c", "    uci_thread_free(s->self);\n", "", fast="trees"),
    Mistake("J5", "the second child of a frame is not linked", "sched/record.c",
            "        uci_word_store(uci_ref_rank(before), &last->next, record);\n",
            "        (void)last;\n        frame->last = (void *)before;\n"
            "        return;\n"),
    Mistake("H1", "a block goes to its owner and to whoever frees it", "cluster/mem/heap.c",
            "    if (uci_likely(uci_is_near(uci_ref_rank(ref)))) {\n",
            "    if (uci_likely(uci_is_near(uci_ref_rank(ref)))) {\n        put_back(b);\n",
            cluster=True),
    Mistake("H2", "a collection takes blocks in use", "cluster/mem/heap.c",
            "if (uci_load_acquire(&b->freed)) {", "if (1) {", cluster=True),
    Mistake("S1", "an evacuated thread loses its record", "cluster/sched/thread.c",
            "    s->record = record;\n", "    (void)record;\n"
            "    s->record = UCI_RECORD_NONE;\n", cluster=True),
    Mistake("S2", "a thread is resumed before it is copied back", "cluster/sched/thread.c",
            "    uci_copy_to_stack((void *)s->sp, s->bytes, s->size);\n", "", cluster=True),
    Mistake("S4", "the bottom of a copy is not cut", "cluster/sched/thread.c",
            "if (upper != UCI_REGION_END) {\n        *(", "if (0) {\n        *(",
            cluster=True),
    Mistake("S5", "the ready queue has no lock", "sched/ready.c",
            "return uci_word_cas(i, &uci_peer(i)->ready_lock, &open, own_mark());",
            "(void)i, (void)open;\n    return true;"),
    Mistake("K3", "a stolen parent stays on its child's chunk", "one_machine/thread.c",
            "        rsp = place(uci_chunk_take(), rsp, &taken->context);\n",
            "        (void)place;\n", fast="trees"),
    Mistake("K4", "the parent's registers are read when it goes on", "one_machine/thread.c",
            "    uci_self.outstanding = taken->handle;\n",
            "    if (taken->kind != UCI_KIND_APART && !is_written_out(taken->sp))\n"
            "        memcpy((void *)taken->context.words, (void *)taken->sp, 48);\n"
            "    uci_self.outstanding = taken->handle;\n"),
    Mistake("K5", "no bottom is cut", "one_machine/thread.c",
            "    *at = (uintptr_t)(is_written_out(upper) ? ucilk_stolen_site_return",
            "    (void)(is_written_out(upper) ? ucilk_stolen_site_return", fast="trees"),
    Mistake("K5", "a thief does not cut", "one_machine/thread.c",
            "    uci_thread_cut(stolen->upper); /* K5 */\n", ""),
    Mistake("K5", "a thread that stays is left cut", "one_machine/thread.c",
            "        *return_address(copy.upper) = copy.was_return;\n", "        (void)copy;\n"),
    Mistake("K6", "the first child frees its chunk, too", "one_machine/thread.c",
            "        .frees = p.set || kind == UCI_KIND_OPENING};",
            "        .frees = true};"),
    Mistake("K8", "a child arrives before it leaves its chunk", "sched/join.c",
            "    uci_stack_leave(words, r);\n"
            "    uci_point(child_delivered);\n"
            "    if (UCI_IS_STUDY && uci_stalls)\n"
            "        uci_stalling_child_end(ref);\n"
            "    /* J3.  Release: the result; with the acquires of `arrived' in\n"
            "     * uci_join_frame and uci_join_enlist.  Acquire: the waiter; with the\n"
            "     * release in uci_join_enlist. */\n"
            "    if (uci_word_fetch_add(uci_ref_rank(ref), &r->arrived, 1) == 0) {\n",
            "    bool first = uci_word_fetch_add(uci_ref_rank(ref), &r->arrived, 1) == 0;\n"
            "    uci_point(child_delivered);\n"
            "    uci_stack_leave(words, r);\n"
            "    if (first) {\n"),
    Mistake("K9", "a frame comes home while its child runs there", "one_machine/spawn_slow.c",
            "    if (uci_load_acquire(&first->arrived) != 0)\n", "    if (first)\n"),
    Mistake("K9", "a frame that waits leaves its context on its last chunk",
            "one_machine/thread.c", "memcpy((void *)leave->home, s->at_sync,",
            "memcpy((void *)leave->home, (void *)leave->sp,"),
    Mistake("K9", "a sync does not come home", "one_machine/spawn_slow.c",
            "    if (!p.set)\n        return sp;\n",
            "    if (!p.set || frame)\n        return sp;\n"),
    Mistake("K13", "the creator of a future is moved", "one_machine/thread.c",
            "    if (taken->kind != UCI_KIND_APART) {\n", "    if (taken) {\n"),
    Mistake("C3", "main stays where it was joined", "sched/home.c",
            "if (uci_home_is_here() && (!ends || uci_detached_is_main_alone())) {",
            "if (!ends || is_alone()) {"),
    Mistake("C2", "the outermost frame is not marked", "sched/home.c",
            "        uci_frame_set(frame, UCI_FRAME_MARKED);\n    uci_point",
            "        (void)frame;\n    uci_point"),
    Mistake("R1", "the views go with the data", "cluster/data/data.c",
            "        cut_out(r->variable, r->size);\n", "        (void)cut_out;\n",
            cluster=True),
    Mistake("R2", "a continuation goes on with the victim's or no views",
            "one_machine/spawn_slow.c", "    uci_views_begin(); /* R2 */\n", ""),
    Mistake("R3", "the child arrives before its views", "sched/join.c",
            "    if (uci_word_fetch_add(uci_ref_rank(ref), &r->arrived, 1) == 0) {\n"
            "        uci_point(child_first);\n",
            "    uci_ref late = r->views;\n    r->views = 0;\n"
            "    if (uci_word_fetch_add(uci_ref_rank(ref), &r->arrived, 1) == 0) {\n"
            "        uci_point(child_first);\n        r->views = late;\n"),
    Mistake("R3", "a child keeps its views", "sched/join.c",
            "    r->views = uci_views_copy(); /* R3 */\n", ""),
    Mistake("R4", "a suspended thread leaves its views behind", "sched/wait.c",
            "    s->views = uci_views_copy(); /* R4 */\n", ""),
    Mistake("R4", "main comes home without its views", "sched/home.c",
            "    root->views = uci_views_copy(); /* R4 */\n", ""),
    Mistake("R4", "views are not put back", "one_machine/thread.c",
            "    uci_views_restore(s.views); /* R4 */\n", "    uci_views_restore(0);\n"),
    Mistake("R4", "the copy of views that stayed is not freed", "sched/wait.c",
            "    uci_views_drop(s->views);\n", "", cluster=True),
    Mistake("R5", "the children's views are joined behind the own", "sched/join.c",
            "        own = uci_views_copy();\n        uci_views_begin();\n", ""),
    Mistake("R5", "the own views are lost in a join", "sched/join.c",
            "    uci_views_append(own);\n", "    uci_views_drop(own);\n"),
    Mistake("R6", "a loop's views go on beside the left half", "api/loop.c",
            "                loop->identity(views);\n", ""),
    Mistake("R6", "a loop's own views are joined before the children's", "api/loop.c",
            "        loop->reduce(joined.views, views);\n"
            "        memcpy(views, joined.views, n_views);\n",
            "        loop->reduce(views, joined.views);\n"),
    Mistake("R7", "what a strand began itself begins with the identity", "one_machine/views.c",
            "    if (place_of(set, wanted->key)) {\n", "    if (0) {\n"),
    Mistake("R9", "a finisher runs behind its destination's end", "sched/join.c",
            "        finish(r, live);\n        uci_views_append(r->views);\n    }\n",
            "        uci_views_append(r->views);\n        finish(r, live);\n    }\n"),
    Mistake("F1", "a future is done before its result is there", "sched/join.c",
            "        uci_future_deliver(f, result);\n"
            "        uci_store_relaxed(&f->views, uci_views_copy());\n"
            "        uci_thread_release(&f->task);\n"
            "        uci_thread_release(uci_home_main());\n"
            "        uci_stack_leave(words, NULL);\n"
            "        return uci_future_fulfil(f);\n",
            "        uci_store_relaxed(&f->views, uci_views_copy());\n"
            "        uci_ref waiters = uci_future_fulfil(f);\n"
            "        uci_future_deliver(f, result);\n"
            "        uci_stack_leave(words, NULL);\n"
            "        return waiters;\n"),
    Mistake("F1", "who sets a promise does not look who waits", "api/future.c",
            "        uci_ready_push(waiters);\n", "        (void)waiters;\n"),
    Mistake("F1", "waiters are taken by a load and a store", "sched/future.c",
            "    uci_ref waiters = uci_exchange_seqcst(&f->state, UCI_FUTURE_DONE);\n"
            "    uci_point(future_done);\n",
            "    uci_ref waiters = uci_load_acquire(&f->state);\n"
            "    uci_point(future_done);\n"
            "    uci_store_release(&f->state, UCI_FUTURE_DONE);\n"),
    Mistake("F2", "a get does not wait", "api/future.c",
            "    bool is_done = uci_future_is_done(f);\n"
            "    if (uci_unlikely(!is_done || f == copy)) {\n"
            "        take_far",
            "    bool is_done = true;\n"
            "    if (uci_unlikely(!is_done || f == copy)) {\n"
            "        take_far"),
    Mistake("F2", "the last consumer but one frees", "sched/future.h",
            "if (uci_likely((uint32_t)life == 1))",
            "if (uci_likely((uint32_t)life == 2))"),
    Mistake("F2", "a collection takes entries that are in use", "sched/future.c",
            "if ((uint32_t)life == UCI_FUTURE_FREED) {",
            "if ((uint32_t)life != UCI_FUTURE_FREE) {"),
    Mistake("F2", "a get counts down before its copy", "api/future.c",
            "    uci_future_read(f, offset, dst, size);\n"
            "    if (uci_unlikely(uci_views_are_used()))\n"
            "        uci_future_append_views(h.ref, f->task);\n"
            "    uint64_t life",
            "    uci_fetch_add_acqrel(&f->life, -(uint64_t)1);\n"
            "    uci_point(future_free);\n"
            "    if ((uint32_t)uci_load_acquire(&f->life) == 0)\n"
            "        uci_future_free(f, uci_ref_rank(h.ref));\n"
            "    uci_future_read(f, offset, dst, size);\n"
            "    if (uci_likely(f))\n"
            "        return;\n"
            "    uint64_t life"),
    Mistake("F2", "the last get does not free", "sched/future.h",
            "    if (uci_likely((uint32_t)life == 1))\n",
            "    if (uci_likely((uint32_t)life == 0))\n"),
    Mistake("F3", "a waiter overlooks that the future is done", "sched/future.c",
            "        if (state == UCI_FUTURE_DONE)\n            return false;\n",
            "        if (state == UCI_FUTURE_DONE)\n            state = 0;\n"),
    Mistake("F3", "the parent's entry is not pushed back", "sched/wait.c",
            "        uci_store_release(&uci_self.T, slot + 1);\n", ""),
    Mistake("F3", "the record of a wait that was none is kept", "sched/wait.c",
            "        uci_record_drop(record, task);\n", "        (void)task;\n"),
    Mistake("F3", "registered before the parent's entry is popped", "sched/wait.c",
            "    bool won = uci_load_acquire(&slot->record) == 0 && uci_deque_pop_to_wait();\n",
            "    bool won = false;\n"
            "    while (uci_load_acquire(&slot->record) == 0)\n"
            "        uci_pause();\n"),
    Mistake("F3", "the popped parent is forgotten", "sched/wait.c",
            "        if (won)\n"
            "            resume_parent(&parent);\n",
            "        if (0)\n"
            "            resume_parent(&parent);\n"),
    Mistake("F3", "a waiter forgets those before it", "sched/future.c",
            "        s->next = state;\n",
            "        s->next = 0;\n"),
    Mistake("F4", "only one of those who wait goes on", "sched/join.c",
            "        uci_ready_push(others);\n",
            "        (void)0;\n"),
    Mistake("F5", "a task that parts from its creator is not counted", "sched/future.c",
            "    uci_detached_add();\n",
            ""),
    Mistake("F5", "a task is no longer counted before it is done", "sched/join.c",
            "        uci_future_deliver(f, result);\n"
            "        uci_store_relaxed(&f->views, uci_views_copy());\n"
            "        uci_thread_release(&f->task);\n"
            "        uci_thread_release(uci_home_main());\n"
            "        uci_stack_leave(words, NULL);\n"
            "        return uci_future_fulfil(f);\n",
            "        uci_detached_end(uci_ref_rank(future));\n"
            "        uci_point(child_delivered);\n"
            "        uci_future_deliver(f, result);\n"
            "        uci_store_relaxed(&f->views, uci_views_copy());\n"
            "        uci_stack_leave(words, NULL);\n"
            "        uci_ref waiters = uci_future_fulfil(f);\n"
            "        uci_detached_raise(uci_home_rank());\n"
            "        return waiters;\n"),
    Mistake("F5", "a parting that was none stays counted", "sched/future.c",
            "    uci_detached_undo();\n",
            ""),
    Mistake("F6", "a region ends while futures run", "sched/home.c",
            "if (uci_home_is_here() && (!ends || uci_detached_is_main_alone())) {",
            "if (uci_home_is_here()) {"),
    Mistake("F7", "a frame that lingers loses its mark", "sched/home.c",
            "            uci_frame_set(frame, UCI_FRAME_MARKED);\n", "            (void)frame;\n"),
    Mistake("F7", "a get of main's that lingers goes on elsewhere", "sched/join.c",
            "    uci_ref first = uci_home_sort_out(waiters);\n",
            "    uci_ref first = waiters;\n"),
    Mistake("F7", "worker 0 makes no way", "sched/home.h",
            "    return uci_load_seqcst(&uci_self.main.home) != 0;",
            "    return false;"),
    Mistake("F7", "the letter does not lower worker 0's limit", "sched/home.c",
            "        uci_store_seqcst(&w->limit, 0);\n"
            "        uci_idle_wake(home);",
            "        uci_idle_wake(home);"),
    Mistake("F8", "nobody looks for a deadlock", "sched/deadlock.c",
            "    uci_tally(deadlock_look);\n", "    return;\n"),
    Mistake("F8", "a worker with a thread counts as asleep", "sched/deadlock.c",
            "            return 0;\n"
            "        any_home |=",
            "            sum++;\n"
            "        any_home |="),
    Mistake("F9", "a future's task goes on with its creator's views",
            "api/future.c", "    uci_views_begin();\n", ""),
    Mistake("F9", "a future's views are lost", "sched/join.c",
            "    uci_store_relaxed(&f->views, uci_views_copy());\n", ""),
    Mistake("F9", "every get appends the views", "sched/future.c",
            "        uci_views_append(uci_word_exchange(uci_ref_rank(ref), &f->views, 0));\n",
            "        uci_views_append(uci_load_acquire(&f->views));\n"),
    Mistake("F9", "no get appends the views", "api/future.c",
            "    if (uci_unlikely(uci_views_are_used()))\n"
            "        uci_future_append_views(h.ref, f->task);\n"
            "    uint64_t life",
            "    uint64_t life"),
    Mistake("F9", "what nobody got is lost", "sched/home.c",
            "        append_views();\n",
            "        (void)append_views;\n"),
    Mistake("N5", "a far thief does not look at T", "cluster/sched/steal_far.c",
            "if (h + 1 > T) {", "if (0) {"),
    Mistake("N7", "a far thief's vain claim is not taken back", "cluster/sched/steal_far.c",
            "        unlock(victim, h, h); /* N7 */\n", ""),
    Mistake("N16", "a rank that has futures is not counted", "cluster/sched/detached_far.c",
            "    add(uci_tree_parent(rank));\n", ""),
    Mistake("N25", "a rank does not tell of the views that it keeps",
            "cluster/sched/detached_far.c",
            "    uci_gather_note(); /* N25: before the parent can leave */\n", ""),
    Mistake("N10", "a publication by message does not unlock", "cluster/sched/steal_message.c",
            "    uci_deque_unlock(uci_id, p.entry + 1, p.entry + 1);\n", ""),
    Mistake("N11", "a child arrives far away before its result", "cluster/sched/join_far.c",
            "        uci_far_flush(owner); /* N11 */\n", "        (void)0;\n"),
    Mistake("N13", "a far thread's copy is not freed", "cluster/sched/thread_far.c",
            "    uci_thread_free(thread);\n", ""),
    Mistake("N14", "a thief takes what belongs to a later region", "cluster/sched/steal_far.c",
            "    if (uci_load_relaxed(&seen.n_regions) >\n"
            "        uci_load_relaxed(&uci_self.n_regions)) {\n",
            "    if (0) {\n"),
]


def check_fit():
    """0 if every pattern occurs once, so that the mistake can be put in."""
    wrong = misfits(MISTAKES, "runtime")
    for m in wrong:
        print("FAIL %s: %s: no longer fits runtime/%s" % (m.rule, m.what, m.file))
    print("%d mistakes, %d fit" % (len(MISTAKES), len(MISTAKES) - len(wrong)))
    return 1 if wrong else 0


def choose(options):
    if options.sample:
        fast = [m for m in MISTAKES if m.fast]
        today = datetime.date.today().toordinal()
        return random.Random(today).sample(fast, min(options.sample, len(fast)))
    return [m for m in MISTAKES if not options.rule or m.rule in options.rule]


def prepare(build):
    """The tool and libraries of the copy are those of BUILD, if they are there: no
    mistake is in them."""
    copy = Copy(build / "mistakes", "runtime", "-DBUILD_TESTING=OFF")
    names = ["bin/ucilkcc", "lib/libucilk.a", "lib/libucilk_cluster.a"]
    if all((build / name).exists() for name in names):
        for name in names:
            (copy.path / "build" / name).parent.mkdir(exist_ok=True)
            shutil.copy2(build / name, copy.path / "build" / name)
    else:
        copy.make("ucilk", "ucilk_cluster", "ucilkcc")
    return copy


def commands(m, options):
    """What is to find it, one after the other: first one program alone."""
    if m.rule in ("N16", "N25"):
        yield ["tests/cluster/regions.py", "build", "--nic", "--timeout", "20"]
        return
    if m.rule[0] == "N":
        yield ["tests/cluster/steals.py", "build", "--first", "--seeds", "3", "--timeout", "20"]
        return
    command = ["tests/stress/run.py", "build", "--seed", options.seed, "--timeout", "20",
               "--failures", "1"] + (["--cluster"] if m.cluster else [])
    runs = (CLUSTER_RUNS if m.cluster else RUNS)[m.rule]
    if runs[0][0] != "-":
        yield command + ["--steals", "10000", m.fast or runs[0]]
    if not options.sample:
        yield command + ["--steals", "100000"] + runs


def find(copy, m, options):
    """The first failure that the mistake leads to, or None; and what else was said."""
    with copy.seeded(m):
        copy.make("ucilk_cluster_test" if m.cluster or m.rule[0] == "N" else "ucilk_test")
        for command in commands(m, options):
            done = subprocess.run(command, cwd=copy.path, text=True, errors="replace",
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            found = re.search(r"FAIL (.*?: .*?)(; not found|$)", done.stdout, re.M)
            if found:
                break
    runs = re.search(r"^\d+ runs, .*", done.stdout, re.M)
    return found and found[1], runs[0] if runs else done.stdout[-1000:]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="where a copy goes")
    parser.add_argument("rule", nargs="*", help="only mistakes of these rules")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--fit", action="store_true",
                        help="only check that each mistake can be put in")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="N of those that are found soon, others every day")
    options = parser.parse_intermixed_args()
    wrong = check_fit()
    if wrong or options.fit:
        return wrong
    copy = prepare(options.build.resolve())
    n_missed = 0
    for m in choose(options):
        began = time.monotonic()
        found, rest = find(copy, m, options)
        missed = not found and m.what != UNSURE
        n_missed += missed
        print("%s %s: %s: %s, %.0f s" % (
            "MISSED" if missed else "ok", m.rule, m.what, found or rest,
            time.monotonic() - began), flush=True)
    return 1 if n_missed else 0


if __name__ == "__main__":
    sys.exit(main())
