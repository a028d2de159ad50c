/*
 * The driver: the command line, the compiler underneath, temporary files.
 */
#pragma once

/* Compiles, links, or says what it would do, as ucilkcc(1) describes; the
 * exit status. */
int uk_drive(int argc, char **argv);
