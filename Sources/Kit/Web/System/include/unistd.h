#pragma once
#include <sys/types.h>
#define _SC_PAGESIZE 30
long sysconf(int name);
int close(int file);
int ftruncate(int file, off_t size);
