/*
 * What a compilation says, once, when it used a libclang that the tests have
 * not passed with.
 */
#ifndef UK_LIBCLANG_NOTE_H
#define UK_LIBCLANG_NOTE_H

#include "report.h"
#include "style.h"

/* After the rewriting, among what is said about one of the sources.  1 if the
 * user made an error of it, else 0. */
int uk_note_libclang(const struct uk_style *style, struct uk_report *report);

#endif
