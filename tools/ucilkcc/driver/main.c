/*
 * ucilkcc: compiles C with spawn and sync by an ordinary compiler.
 */
#include "driver.h"

int main(int argc, char **argv)
{
    return uk_drive(argc, argv);
}
