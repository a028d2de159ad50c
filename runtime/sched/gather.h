/*
 * Views of reducers that are left in entries of futures that nobody got, of
 * workers on other nodes: F9 in docs/protocols/future.md, N25 in remote.md.
 * cluster/sched/gather_far.c.
 */
#pragma once

/* Called when this worker's pool gets the entry of a detached future, which may
 * come to keep views. */
void uci_gather_keep(void);

/* Called before this rank leaves the count of detached futures (detached.h): if
 * its subtree may keep views its parent knows so when this returns. */
void uci_gather_note(void);

/* Called by an idle worker: if its parent wants the views that its subtree
 * keeps it gathers them and brings them there. */
void uci_gather_bring(void);

/* In worker 0, at the end of a region, when no future of it is left: appends
 * all these views to those of main. */
void uci_gather_all(void);
