// memfd_create and mmap: the mirrored memory of the delay line.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
