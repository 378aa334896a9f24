// memfd_create and mmap, for MirroredMemory.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
