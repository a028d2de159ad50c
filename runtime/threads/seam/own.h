/*
 * A variable that each worker has for itself: workers are threads.
 *
 * Only for code that stays in its worker from the first use to the last, and
 * never for what assembly reads: compilers keep the address of a thread-local
 * variable over calls.
 */
#ifndef UCI_SEAM_OWN_H
#define UCI_SEAM_OWN_H

#define UCI_OWN __thread __attribute__((tls_model("initial-exec")))

#endif
