/*
 * Groups and results as bytes: rule G4 in docs/protocols/groups.md.
 *
 *     group:  {size, owner, task, blobs, entry, home} | args | blob ...
 *     result: result | blob ...
 *     blob:   {size} | bytes
 *
 * each part rounded up to 8 bytes.  What is constant, a task and where its
 * blobs are, is sent as its distance from the program's first byte, since
 * programs lie at different addresses.
 */
#ifndef UCI_GROUP_WIRE_H
#define UCI_GROUP_WIRE_H

#include "group/group.h"

/* Bytes that grow. */
struct uci_bytes {
    char *at;
    size_t size, room;
};
void uci_bytes_add(struct uci_bytes *b, const void *bytes, size_t size);

/* True if other nodes can find the task: it lies in the program itself. */
bool uci_wire_knows(const struct ucilk_abi_task *task);

/* Ends the program if a blob of args lies on a stack. */
void uci_wire_check(const void *args, const struct ucilk_abi_task *task,
                    const struct ucilk_abi_blobs *blobs);

/* Appends a group, whose copies of blobs are freed; the group is left to the
 * caller. */
void uci_wire_add_group(struct uci_bytes *b, struct uci_group *g);
/* The size of the group at `bytes'. */
size_t uci_wire_size(const char *bytes);
/* Makes the group that lies at `bytes'. */
struct uci_group *uci_wire_group(const char *bytes);

/* Copies the blobs in args, or frees such copies. */
void uci_wire_copy_blobs(struct uci_group *g);
void uci_wire_free_blobs(struct uci_group *g);

/* Appends a result, whose blobs are freed. */
void uci_wire_add_result(struct uci_bytes *b, struct uci_group *g,
                         const void *result);
/* Takes the blobs behind a result that has come, and puts their addresses into
 * it; they are where uci_wire_place says of the group on the sender. */
uint64_t uci_wire_place(const void *constant);
void uci_wire_take_result(char *bytes, const struct ucilk_abi_task *task,
                          uint64_t blobs);

#endif
