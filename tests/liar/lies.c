/*
 * lies TEXT [--every N] [--from K] [--only K] [--cluster]: rewrites a
 * preprocessed text once for each lie of liar.so (every Nth), and prints
 *
 *     OTHER K CLASS: FUNCTION of KIND at LINE:COLUMN   status 0 and another
 * text DIED K ...                                       a crash, or 10 s counts
 * CLASS LIES ERRORS SAME OTHER              a line each
 *
 * Status 1 if a lie went through.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clang.h"
#include "liar.h"
#include "message.h"
#include "rewrite.h"

enum verdict { NOT_TOLD, ERROR, SAME, OTHER, DIED };

static const char *const classes[] = {
#define CLASS(name, text) [LIAR_##name] = text,
    LIAR_CLASSES(CLASS)
#undef CLASS
};

static struct liar *liar;
static struct uk_text source;
static struct uk_style style = {.quiet = true};
static struct uk_text truth; /* the text without a lie */

static struct uk_text read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct uk_text text = {0};
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    size_t capacity = 0;
    ssize_t size = getdelim(&text.bytes, &capacity, 0, file);
    text.size = size > 0 ? (size_t)size : 0;
    fclose(file);
    return text;
}

static enum verdict rewrite(struct uk_text *output)
{
    struct uk_request request = {
        .text = source.bytes, .size = source.size, .style = &style};
    if (memmem(source.bytes, source.size, "struct ucilk_abi_task {", 23) ==
        NULL)
        request.abi_text = "";
    struct uk_said said = {0};
    enum uk_result result = uk_rewrite(&request, output, &said);
    bool is_error = result == UK_REWRITE_ERRORS || said.doubts.size > 0;
    if (is_error && liar->lie == LIAR_NONE)
        fprintf(stderr, "%s%s", said.now.bytes ? said.now.bytes : "",
                said.doubts.bytes ? said.doubts.bytes : "");
    free(said.now.bytes);
    free(said.doubts.bytes);
    return is_error ? ERROR : result == UK_REWRITE_OK ? SAME : OTHER;
}

static enum verdict tell(int lie)
{
    struct uk_text output = {0};
    liar->lie = lie;
    enum verdict verdict = rewrite(&output);
    if (verdict == SAME && (output.size != truth.size ||
                            memcmp(output.bytes, truth.bytes, truth.size) != 0))
        verdict = OTHER;
    free(output.bytes);
    return verdict;
}

static void print_place(unsigned offset)
{
    unsigned line = 1, start = 0, file_line = 1;
    const char *marker = NULL;
    for (unsigned i = 0; i < offset && i < source.size; i++)
        if (source.bytes[i] == '\n') {
            line++, file_line++;
            start = i + 1;
            if (source.bytes[start] == '#') {
                marker = source.bytes + start;
                file_line = (unsigned)strtoul(marker + 1, NULL, 10) - 1;
            }
        }
    printf("line %u (%u of the text), column %u", file_line, line,
           offset - start + 1);
}

static void print_lie(const char *verdict, int lie)
{
    const struct liar_question *q = &liar->questions[lie];
    printf("%s %d %s: %s of %s at ", verdict, lie, classes[q->class], q->name,
           q->what);
    print_place(q->at);
    putchar('\n');
}

/* Lies from `first' on, in a process of its own, until one kills it. */
static void tell_all(int first, int every, enum verdict *verdicts)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        for (int i = first; i < liar->n_questions; i += every) {
            alarm(10);
            verdicts[i] = DIED;
            verdicts[i] = tell(i);
        }
        _exit(0);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        ;
}

static int count(int from, int every, const enum verdict *verdicts)
{
    int n[LIAR_N_CLASSES][DIED + 1] = {{0}}, bad = 0;
    for (int i = from; i < liar->n_questions; i += every) {
        n[liar->questions[i].class][verdicts[i]]++;
        if (verdicts[i] >= OTHER) {
            print_lie(verdicts[i] == DIED ? "DIED" : "OTHER", i);
            bad++;
        }
    }
    for (int c = 0; c < LIAR_N_CLASSES; c++) {
        const int *of = n[c];
        printf("counts %s: %d %d %d %d\n", classes[c],
               of[ERROR] + of[SAME] + of[OTHER] + of[DIED], of[ERROR], of[SAME],
               of[OTHER] + of[DIED]);
    }
    return bad;
}

int main(int argc, char **argv)
{
    int every = 1, from = 0, only = LIAR_NONE;
    if (argc < 2)
        return 2;
    source = read_file(argv[1]);
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--cluster") == 0)
            style.cluster = true;
        else if (strcmp(argv[i], "--every") == 0 && i + 1 < argc)
            every = atoi(argv[++i]);
        else if (strcmp(argv[i], "--from") == 0 && i + 1 < argc)
            from = atoi(argv[++i]);
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = atoi(argv[++i]);
        else
            return 2;
    }
    void *library = dlopen(UCILK_LIBCLANG_PATH, RTLD_NOW);
    struct liar *(*control)(void) = library ? (struct liar * (*)(void))
                                                  dlsym(library, "liar_control")
                                            : NULL;
    if (control == NULL || uk_clang_load() != 0) {
        fprintf(stderr, "lies: %s\n", dlerror());
        return 2;
    }
    liar = control();
    if (rewrite(&truth) != SAME) {
        printf("lies: %s is not translated without a lie\n", argv[1]);
        return 2;
    }
    if (only != LIAR_NONE) {
        enum verdict verdict = tell(only);
        print_lie(verdict == ERROR  ? "error"
                  : verdict == SAME ? "same"
                                    : "OTHER",
                  only);
        struct uk_text output = {0};
        if (verdict == OTHER && rewrite(&output) == SAME)
            fwrite(output.bytes, 1, output.size, stderr);
        return verdict == OTHER;
    }
    size_t size = (size_t)liar->n_questions * sizeof(enum verdict);
    enum verdict *verdicts = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = from; i < liar->n_questions; i += every)
        if (verdicts[i] == NOT_TOLD)
            tell_all(i, every, verdicts);
    return count(from, every, verdicts) > 0;
}
