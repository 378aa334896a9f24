#pragma once
#include <stdarg.h>
#include <stddef.h>
int snprintf(char *text, size_t size, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);
