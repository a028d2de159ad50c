/*
 * uts in plain C, with a stack of nodes like the original's serial version.  It
 * does not recur, so there are no returns to predict.
 */
#include "../examples/uts.h"

static struct count search(struct node root)
{
    size_t room = 1 << 16, n = 0;
    struct node *stack = malloc(room * sizeof *stack);
    struct count sum = {0, 0, 0};
    if (stack)
        stack[n++] = root;
    while (n > 0) {
        struct node p = stack[--n];
        int last = children(&p);
        progress(&p);
        sum = add(sum, (struct count){1, last == 0, p.height});
        if (n + (size_t)last > room) {
            room = 2 * (n + (size_t)last);
            stack = realloc(stack, room * sizeof *stack);
            if (!stack)
                break;
        }
        for (int i = 0; i < last; i++)
            stack[n++] = child(&p, i);
    }
    if (!stack) {
        fprintf(stderr, "uts: no memory for %zu nodes\n", room);
        exit(1);
    }
    free(stack);
    return sum;
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    double began = seconds();
    return report(search(root()), began);
}
