/* Programs as textbooks have them: quicksort of an array at file scope, a tree
 * that tasks build and free, a histogram under mutexes with a log. */
#include <check.h>
#include <ucilk/ucilk.h>

#include <pthread.h>
#include <string.h>

enum { KEYS = 60000, NODES = 1000, BINS = 16 };

static int keys[KEYS];

static void quicksort(int *low, int *high)
{
    if (high - low < 2)
        return;
    int pivot = low[(high - low - 1) / 2], *i = low, *j = high - 1;
    while (i <= j) {
        while (*i < pivot)
            i++;
        while (*j > pivot)
            j--;
        if (i <= j) {
            int t = *i;
            *i++ = *j;
            *j-- = t;
        }
    }
    if (high - low < 1000) {
        quicksort(low, j + 1);
    } else {
        spawn quicksort(low, j + 1);
    }
    quicksort(i, high);
    sync;
}

struct tree {
    struct tree *left, *right;
    char *name;
};

static struct tree *plant(int low, int high)
{
    if (low == high)
        return NULL;
    int middle = low + (high - low) / 2;
    char name[32];
    snprintf(name, sizeof name, "node %d", middle);
    struct tree *t = malloc(sizeof *t);
    t->name = strdup(name);
    t->left = spawn plant(low, middle);
    t->right = plant(middle + 1, high);
    sync;
    return t;
}

static long sum(const struct tree *t)
{
    if (!t)
        return 0;
    long left = spawn sum(t->left);
    long right = sum(t->right);
    sync;
    return left + right + atol(t->name + 5);
}

static void fell(struct tree *t)
{
    if (!t)
        return;
    spawn fell(t->left);
    fell(t->right);
    sync;
    free(t->name);
    free(t);
}

static pthread_mutex_t locks[BINS], whole = PTHREAD_MUTEX_INITIALIZER;
static long bins[BINS], total;
static FILE *logged;

static void count(int low, int high)
{
    if (high - low > 2000) {
        spawn count(low, low + (high - low) / 2);
        count(low + (high - low) / 2, high);
        return;
    }
    for (int i = low; i < high; i++) {
        int bin = keys[i] % BINS;
        pthread_mutex_lock(&locks[bin]);
        bins[bin]++;
        pthread_mutex_unlock(&locks[bin]);
    }
    pthread_mutex_lock(&whole);
    total += high - low;
    pthread_mutex_unlock(&whole);
    fprintf(logged, "%d to %d\n", low, high);
}

int main(void)
{
    srand(42);
    for (int i = 0; i < KEYS; i++)
        keys[i] = rand();
    quicksort(keys, keys + KEYS);
    for (int i = 1; i < KEYS; i++)
        CHECK(keys[i - 1] <= keys[i]);

    for (int round = 0; round < 3; round++) {
        struct tree *t = plant(0, NODES);
        CHECK(sum(t) == (long)NODES * (NODES - 1) / 2);
        fell(t);
    }

    for (int i = 0; i < BINS; i++)
        pthread_mutex_init(&locks[i], NULL);
    logged = tmpfile();
    count(0, KEYS);
    CHECK(total == KEYS);
    for (int i = 0; i < BINS; i++)
        printf("%ld ", bins[i]);
    rewind(logged);
    int lines = 0;
    for (int c; (c = getc(logged)) != EOF;)
        lines += c == '\n';
    fclose(logged);
    printf("\n%d lines\n", lines);
}
