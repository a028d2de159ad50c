/* Pedigrees: each worker has those of its strand. */
#include "common/api/pedigree.h"
