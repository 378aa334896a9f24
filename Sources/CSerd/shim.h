// serd: reading and writing Turtle, and the text of an error, whose va_list Swift cannot hold.
#include <serd/serd.h>
#include <stdio.h>

static inline void serd_error_text(const SerdError *error, char *text, size_t capacity) {
  vsnprintf(text, capacity, error->fmt, *error->args);
}
