#include "CDisplay.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// The functions of zlib that a picture needs.
static struct {
  unsigned long (*compressBound)(unsigned long);
  int (*compress2)(uint8_t *, unsigned long *, const uint8_t *, unsigned long, int level);
  unsigned long (*crc32)(unsigned long, const uint8_t *, unsigned);
} zlib;

static bool open_zlib(void) {
  if (zlib.crc32) return true;
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  zlib.compressBound = (__typeof__(zlib.compressBound))dlsym(library, "compressBound");
  zlib.compress2 = (__typeof__(zlib.compress2))dlsym(library, "compress2");
  if (!zlib.compressBound || !zlib.compress2) return false;
  zlib.crc32 = (__typeof__(zlib.crc32))dlsym(library, "crc32");
  return zlib.crc32;
}

static uint8_t *put_number(uint8_t *place, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) *place++ = (uint8_t)(number >> shift);
  return place;
}

/// A chunk with a type of four letters, whose data may already be in its place. Returns the place behind it.
static uint8_t *put_chunk(uint8_t *place, const char *type, const uint8_t *data, uint32_t size) {
  uint8_t *const start = put_number(place, size);
  memcpy(start, type, 4);
  if (size) memmove(start + 4, data, size);
  return put_number(start + 4 + size, (uint32_t)zlib.crc32(0, start, size + 4));
}

/// The rows of a picture, each behind the number of its filter: differences from the row above, which compress well.
static uint8_t *filtered(const uint32_t *pixels, uint32_t width, uint32_t height) {
  uint8_t *const rows = malloc((1 + 3 * (size_t)width) * height);
  if (!rows) return NULL;
  enum { UP = 2 };
  uint8_t *place = rows;
  for (uint32_t y = 0; y < height; y++) {
    *place++ = UP;
    for (uint32_t x = 0; x < width; x++, pixels++)
      for (int shift = 16; shift >= 0; shift -= 8)
        *place++ = (uint8_t)((*pixels >> shift) - (y ? pixels[-(ptrdiff_t)width] >> shift : 0));
  }
  return rows;
}

uint8_t *cdisplay_png(const uint32_t *pixels, uint32_t width, uint32_t height, size_t *size) {
  static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (!open_zlib()) return NULL;
  uint8_t *const rows = filtered(pixels, width, height);
  const unsigned long length = (1 + 3 * (unsigned long)width) * height;
  unsigned long compressed = zlib.compressBound(length);
  uint8_t *const data = rows ? malloc(compressed) : NULL;
  uint8_t *const file = data ? malloc(compressed + 128) : NULL;
  if (file && zlib.compress2(data, &compressed, rows, length, 6) == 0) {
    uint8_t header[13] = {0};
    put_number(put_number(header, width), height);
    header[8] = 8;  // bits of a channel
    header[9] = 2;  // red, green, blue
    memcpy(file, signature, sizeof signature);
    uint8_t *place = put_chunk(file + sizeof signature, "IHDR", header, sizeof header);
    place = put_chunk(place, "IDAT", data, (uint32_t)compressed);
    *size = (size_t)(put_chunk(place, "IEND", NULL, 0) - file);
  } else {
    *size = 0;
  }
  free(rows);
  free(data);
  return file;
}
