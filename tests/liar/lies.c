/*
 * Rewrites a preprocessed text, over libclang and over the liar.
 *
 *   lies TEXT --questions      the questions, one a line: number, class, function,
 *                              what of, offset, with tabs between them
 *   lies TEXT --lies           for each number on stdin "NUMBER VERDICT"
 *   lies TEXT --result NUMBER  the text with that lie; -1: without one
 *
 * More options: --cluster, --pedigrees, --serial.  Status 77: the text is not
 * translated without a lie.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clang.h"
#include "deep_stack.h"
#include "liar.h"
#include "message.h"
#include "process.h"
#include "rewrite.h"

enum verdict { NOT_TOLD, ERROR, SAME, OTHER, DIED };

static const char *const verdicts[] = {"not told", "error", "same", "OTHER",
                                       "DIED"};
static const char *const classes[] = {
#define CLASS(name, text) [LIAR_##name] = text,
    LIAR_CLASSES(CLASS)
#undef CLASS
};

enum { MAX_SECONDS = 20 }; /* of the processor, for one lie */

static struct liar *liar;
static struct uk_style style;
static struct uk_buffer source;
static struct uk_request request = {.style = &style};
static struct uk_buffer truth; /* the text without a lie */

struct attempt {
    struct uk_buffer output;
    enum verdict verdict;
};

static void run_rewriter(void *p)
{
    struct attempt *a = p;
    struct uk_said said = {0};
    enum uk_result result = uk_rewrite(&request, &a->output, &said);
    bool is_error = result == UK_REWRITE_ERRORS || said.doubts.size > 0;
    if (is_error && liar->lie == LIAR_NONE)
        fprintf(stderr, "%s%s", said.now.bytes ? said.now.bytes : "",
                said.doubts.bytes ? said.doubts.bytes : "");
    free(said.now.bytes);
    free(said.doubts.bytes);
    a->verdict = is_error ? ERROR : result == UK_REWRITE_OK ? SAME : OTHER;
}

static enum verdict rewrite(int lie, struct uk_buffer *output)
{
    struct attempt a = {0};
    liar->lie = lie;
    uk_deep_call(run_rewriter, &a);
    *output = a.output;
    return a.verdict;
}

static enum verdict tell(int lie)
{
    struct uk_buffer output;
    enum verdict verdict = rewrite(lie, &output);
    if (verdict == SAME && (output.size != truth.size ||
                            memcmp(output.bytes, truth.bytes, truth.size) != 0))
        verdict = OTHER;
    free(output.bytes);
    return verdict;
}

/* In a process of its own, until one kills it. */
static void tell_all(const int *lies, int n, enum verdict *of)
{
    static const struct itimerval limit = {.it_value = {MAX_SECONDS, 0}};
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < n; i++) {
            of[i] = DIED;
            setitimer(ITIMER_PROF, &limit, NULL);
            of[i] = tell(lies[i]);
        }
        _exit(0);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0)
        ;
}

static int tell_those_of_stdin(void)
{
    int n = 0, *lies = malloc((size_t)liar->n_questions * sizeof *lies);
    while (n < liar->n_questions && scanf("%d", &lies[n]) == 1)
        if (lies[n] >= 0 && lies[n] < liar->n_questions)
            n++;
    enum verdict *of =
        mmap(NULL, (size_t)(n + 1) * sizeof *of, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < n; i++) {
        if (of[i] == NOT_TOLD)
            tell_all(lies + i, n - i, of + i);
        printf("%d %s\n", lies[i], verdicts[of[i]]);
    }
    free(lies);
    return 0;
}

static int print_questions(void)
{
    for (int i = 0; i < liar->n_questions; i++) {
        const struct liar_question *q = &liar->questions[i];
        printf("%d\t%s\t%s\t%s\t%u\n", i, classes[q->class], q->name, q->what,
               q->at);
    }
    return 0;
}

static int print_result(int lie)
{
    struct uk_buffer output = {0};
    enum verdict verdict = rewrite(lie, &output);
    if (output.bytes != NULL)
        fwrite(output.bytes, 1, output.size, stdout);
    return verdict == ERROR;
}

int main(int argc, char **argv)
{
    const char *path = NULL, *mode = "";
    int lie = LIAR_NONE;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--cluster") == 0)
            style.cluster = true;
        else if (strcmp(argv[i], "--pedigrees") == 0)
            style.pedigrees = true;
        else if (strcmp(argv[i], "--serial") == 0)
            request.serial = true;
        else if (strncmp(argv[i], "--", 2) == 0)
            mode = argv[i];
        else if (path == NULL)
            path = argv[i];
        else
            lie = atoi(argv[i]);
    }
    if (path == NULL || uk_process_read_file(path, &source) != 0) {
        fprintf(stderr, "lies: no text %s\n", path != NULL ? path : "");
        return 2;
    }
    request.text = source.bytes;
    request.size = source.size;
    if (memmem(source.bytes, source.size, "struct ucilk_abi_task {", 23) ==
        NULL)
        request.abi_text = ""; /* only what stands in front differs */
    setenv("UCILK_LIBCLANG", LIAR, 1);
    void *library = dlopen(LIAR, RTLD_NOW);
    struct liar *(*control)(void) = library ? (struct liar * (*)(void))
                                                  dlsym(library, "liar_control")
                                            : NULL;
    if (control == NULL || uk_clang_load() != 0) {
        fprintf(stderr, "lies: %s\n", dlerror());
        return 2;
    }
    liar = control();
    if (rewrite(LIAR_NONE, &truth) != SAME)
        return 77;
    if (strcmp(mode, "--questions") == 0)
        return print_questions();
    if (strcmp(mode, "--lies") == 0)
        return tell_those_of_stdin();
    return print_result(lie);
}
