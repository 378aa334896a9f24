#pragma once
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_POPULATE 0x8000
#define MFD_CLOEXEC 1
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset);
int munmap(void *address, size_t size);
