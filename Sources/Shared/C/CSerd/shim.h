// serd: a reader and writer of Turtle.
#include <serd/serd.h>
#include <stdio.h>

/// Formats the text of an error. Swift cannot pass its va_list.
static inline void serd_error_text(const SerdError *error, char *text, size_t capacity) {
  vsnprintf(text, capacity, error->fmt, *error->args);
}
