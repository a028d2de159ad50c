/* cilk_reducer at file scope: abcdefghijklmnopqrstuvwxyz 26 */
#include "check.h"

struct text {
    int length;
    char bytes[60];
};

static void empty(void *view)
{
    ((struct text *)view)->length = 0;
}

static void append(void *left, void *right)
{
    struct text *l = left, *r = right;
    for (int i = 0; i < r->length; i++)
        l->bytes[l->length++] = r->bytes[i];
}

static struct text cilk_reducer(empty, append) text = {0, ""};

static void write_letter(int i)
{
    dawdle();
    text.bytes[text.length++] = (char)('a' + i);
}

static void walk(int low, int high)
{
    if (high - low == 1) {
        write_letter(low);
        return;
    }
    int middle = low + (high - low) / 2;
    spawn walk(low, middle);
    walk(middle, high);
    sync;
}

int main(void)
{
    walk(0, 13);
    cilk_for (int i = 13; i < 26; i++)
        write_letter(i);
    printf("%.*s %d\n", text.length, text.bytes, text.length);
    return 0;
}
