#pragma once
#include <stdarg.h>
#include <stddef.h>
int snprintf(char *text, size_t size, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);
// The files that the user of the page has chosen; see files.c.
typedef struct lv2kit_stream FILE;
#define EOF (-1)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *stream);
size_t fread(void *to, size_t size, size_t count, FILE *stream);
int fgetc(FILE *stream);
char *fgets(char *text, int size, FILE *stream);
int fseek(FILE *stream, long offset, int origin);
long ftell(FILE *stream);
void rewind(FILE *stream);
int feof(FILE *stream);
int ferror(FILE *stream);
