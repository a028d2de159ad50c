void sort(int *a, int *room, long n);
