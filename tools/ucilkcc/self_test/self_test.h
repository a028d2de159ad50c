/*
 * ucilkcc --ucilk-self-test: small programs that have each construct of the
 * language, rewritten with the libclang that is in use, compiled by the user's
 * compiler, and run on 4 workers whose every continuation is stolen.
 *
 * The programs are in programs/, those that only workers with common memory can
 * run in programs/shared_memory/.  The first line of each is a comment with
 * colons between: what it tries, how many continuations are stolen at least,
 * and the line that it prints.
 */
#pragma once

#include "unit.h"

/* Prints a line for each program that is not right, with --verbose for each,
 * and then one; 0 if all are right. */
int uk_self_test(const struct uk_job *job);
