// Files in memory, and the functions of <stdio.h> that read them.
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct memory_file *files;

/// Adds a file, before an older one with the same path. The page calls it; the path and the bytes stay in memory.
void lv2kit_add_file(const char *path, const unsigned char *bytes, size_t size) {
  struct memory_file *const file = malloc(sizeof *file);
  if (!file) return;
  *file = (struct memory_file){files, path, bytes, size};
  files = file;
}

const struct memory_file *lv2kit_find_file(const char *path) {
  const struct memory_file *file = files;
  while (file && strcmp(file->path, path) != 0) file = file->next;
  return file;
}

struct lv2kit_stream {
  const struct memory_file *file;
  size_t place;
  int is_at_end;
};

FILE *fopen(const char *path, const char *mode) {
  const struct memory_file *const file = mode[0] == 'r' && !strchr(mode, '+') ? lv2kit_find_file(path) : NULL;
  FILE *const stream = file ? malloc(sizeof *stream) : NULL;
  if (stream) *stream = (FILE){file, 0, 0};
  return stream;
}

int fclose(FILE *stream) { return free(stream), 0; }

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  if (size == 0 || count == 0) return 0;
  const size_t rest = stream->file->size - stream->place, most = rest / size;
  stream->is_at_end |= count > most;
  if (count > most) count = most;
  memcpy(to, stream->file->bytes + stream->place, count * size);
  stream->place += count * size;
  return count;
}

int fgetc(FILE *stream) {
  unsigned char byte;
  return fread(&byte, 1, 1, stream) == 1 ? byte : EOF;
}

char *fgets(char *text, int size, FILE *stream) {
  int length = 0, byte = 0;
  while (length < size - 1 && byte != '\n' && (byte = fgetc(stream)) != EOF) text[length++] = (char)byte;
  if (size > 0) text[length] = 0;
  return length > 0 ? text : NULL;
}

int fseek(FILE *stream, long offset, int origin) {
  const long start = origin == SEEK_SET ? 0 : (long)(origin == SEEK_CUR ? stream->place : stream->file->size);
  if (start + offset < 0 || start + offset > (long)stream->file->size) return -1;
  stream->place = (size_t)(start + offset);
  stream->is_at_end = 0;
  return 0;
}

long ftell(FILE *stream) { return (long)stream->place; }
void rewind(FILE *stream) { fseek(stream, 0, SEEK_SET); }
int feof(FILE *stream) { return stream->is_at_end; }
int ferror(FILE *stream) { return (void)stream, 0; }
