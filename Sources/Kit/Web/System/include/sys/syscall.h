#pragma once
#define SYS_memfd_create 319
long syscall(long number, ...);
