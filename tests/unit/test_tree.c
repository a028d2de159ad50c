/* Tests of the tree of ranks: world/rank_tree.h alone. */
#include "unit.h"

#include "cluster/world/rank_tree.h"

static const unsigned sizes[] = {1,   2,   7,    8,    9,     64,
                                 100, 512, 1000, 4096, 65536, 131072};

static unsigned depth(unsigned rank)
{
    unsigned n = 0;
    for (; rank; n++)
        rank = uci_tree_parent(rank);
    return n;
}

TEST(a_child_knows_its_place)
{
    for (unsigned r = 1; r < 131072; r++) {
        unsigned parent = uci_tree_parent(r), position = uci_tree_position(r);
        assert_true(parent < r);
        assert_true(position < UCI_TREE_CHILDREN);
        assert_int_equal(uci_tree_child(parent, position), r);
    }
}

TEST(each_rank_is_one_parents_child)
{
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned n = sizes[i], sum = 0;
        for (unsigned r = 0; r < n; r++) {
            unsigned count = uci_tree_count(r, n);
            sum += count;
            for (unsigned k = 0; k < count; k++) {
                unsigned child = uci_tree_child(r, k);
                assert_true(child < n);
                assert_int_equal(uci_tree_parent(child), r);
            }
        }
        assert_int_equal(sum, n - 1);
    }
}

/* What docs/protocols/scale.md says of 131,072 ranks. */
TEST(paths_and_families_are_small)
{
    unsigned n = 131072, leaves = 0;
    for (unsigned r = 0; r < n; r++) {
        assert_true(depth(r) <= 6);
        assert_true(uci_tree_count(r, n) <= 38);
        leaves += uci_tree_count(r, n) == 0;
    }
    assert_int_equal(uci_tree_count(0, n), 38);
    assert_int_equal(leaves, n / 8 * 7);
    assert_int_equal(uci_tree_count(0, 1u << 3 * UCI_TREE_DIGITS),
                     UCI_TREE_CHILDREN);
}

int main(void)
{
    return unit_run("tree", NULL, NULL);
}
