#pragma once
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strchr(const char *string, int character);
char *strrchr(const char *string, int character);
char *strdup(const char *string);
char *strstr(const char *string, const char *part);
