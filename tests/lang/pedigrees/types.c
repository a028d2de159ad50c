/* Bodies that write variables whose types are local to their function: in the
 * elision, too, the compiler knows that these may be read after the body. */
#include <stdio.h>

#include <ucilk/random.h>
#include <ucilk/ucilk.h>

int main(void)
{
    struct cell {
        long value;
        struct cell *next;
    } cells[3] = {{1, &cells[1]}, {2, &cells[2]}, {3, 0}}, *head = cells;
    struct {
        long value;
    } box = {5}, *to = &box;
    for (int round = 0; round < 9; round++) {
        cells[1].value = round;
        to->value += round;
        cilk_for (int i = 0; i < 1; i++) {
            head->next->value += 10;
            to->value = to->value * 2 + (long)(ucilk_random() % 100);
        }
        cells[2].value += cells[1].value + box.value % 1000;
        cilk_spawn head->next->next->value %= 1000;
        cilk_sync;
        cells[0].value += cells[2].value;
        printf("%ld %ld %ld\n", cells[0].value, cells[1].value, box.value);
    }
    return 0;
}
