// The functions of libsndfile that read sounds, for WAV files: PCM of 8, 16, 24 and 32 bits, and floats of 32 and 64 bits.
// The page converts other formats that the browser knows.
#if __has_include(<sndfile.h>)
#include <sndfile.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

struct sf_private_tag {
  const unsigned char *samples;
  sf_count_t frames, place;
  uint32_t channels, bits;
  bool is_float;
};

static int last_error;

/// A number of up to 4 bytes, the lowest one first.
static uint32_t number(const unsigned char *bytes, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++) value |= (uint32_t)bytes[i] << 8 * i;
  return value;
}

/// Finds a chunk of a WAV file. Returns its bytes and sets their number, or returns NULL.
static const unsigned char *chunk(const struct memory_file *file, const char *name, uint32_t *size) {
  if (file->size < 12 || memcmp(file->bytes, "RIFF", 4) != 0 || memcmp(file->bytes + 8, "WAVE", 4) != 0) return NULL;
  for (size_t place = 12; place + 8 <= file->size;) {
    const size_t rest = file->size - place - 8;
    const uint32_t length = number(file->bytes + place + 4, 4);
    // The length of the last chunk of an unfinished file is wrong.
    *size = length < rest ? length : (uint32_t)rest;
    if (memcmp(file->bytes + place, name, 4) == 0) return file->bytes + place + 8;
    if (length > rest) return NULL;
    place += 8 + length + (length & 1);
  }
  return NULL;
}

SNDFILE *sf_open(const char *path, int mode, SF_INFO *info) {
  const struct memory_file *const file = mode == SFM_READ ? lv2kit_find_file(path) : NULL;
  last_error = file ? SF_ERR_UNRECOGNISED_FORMAT : SF_ERR_SYSTEM;
  uint32_t format_size, data_size;
  const unsigned char *const format = file ? chunk(file, "fmt ", &format_size) : NULL;
  const unsigned char *const data = format && format_size >= 16 ? chunk(file, "data", &data_size) : NULL;
  if (!data) return NULL;
  // An extensible format has its kind at the start of an identifier.
  const uint32_t kind = number(format, 2) == 0xfffe && format_size >= 26 ? number(format + 24, 2) : number(format, 2);
  const uint32_t channels = number(format + 2, 2), bits = number(format + 14, 2);
  const bool is_pcm = kind == 1 && (bits == 8 || bits == 16 || bits == 24 || bits == 32);
  if (channels == 0 || !(is_pcm || (kind == 3 && (bits == 32 || bits == 64)))) return NULL;
  SNDFILE *const sound = malloc(sizeof *sound);
  if (!sound) return NULL;
  *sound = (SNDFILE){data, data_size / (channels * bits / 8), 0, channels, bits, kind == 3};
  *info = (SF_INFO){sound->frames, (int)number(format + 4, 4), (int)channels, SF_FORMAT_WAV, 1, 1};
  last_error = SF_ERR_NO_ERROR;
  return sound;
}

static float sample(const SNDFILE *sound, const unsigned char *bytes) {
  if (sound->is_float && sound->bits == 32) {
    float value;
    return memcpy(&value, bytes, sizeof value), value;
  }
  if (sound->is_float) {
    double value;
    return memcpy(&value, bytes, sizeof value), (float)value;
  }
  // 8 bits have no sign; others are moved to the highest bits.
  if (sound->bits == 8) return (float)(bytes[0] - 128) / 128;
  return (float)((double)(int32_t)(number(bytes, (int)sound->bits / 8) << (32 - sound->bits)) / 2147483648.0);
}

sf_count_t sf_readf_float(SNDFILE *sound, float *to, sf_count_t frames) {
  const sf_count_t rest = sound->frames - sound->place;
  if (frames > rest) frames = rest;
  const uint32_t size = sound->bits / 8;
  const unsigned char *bytes = sound->samples + sound->place * sound->channels * size;
  for (sf_count_t i = 0; i < frames * sound->channels; i++, bytes += size) to[i] = sample(sound, bytes);
  sound->place += frames;
  return frames;
}

sf_count_t sf_read_float(SNDFILE *sound, float *to, sf_count_t items) {
  return sf_readf_float(sound, to, items / sound->channels) * sound->channels;
}

sf_count_t sf_seek(SNDFILE *sound, sf_count_t frames, int origin) {
  const sf_count_t place = frames + (origin == SF_SEEK_SET ? 0 : origin == SF_SEEK_CUR ? sound->place : sound->frames);
  return place < 0 || place > sound->frames ? -1 : (sound->place = place);
}

int sf_close(SNDFILE *sound) { return free(sound), 0; }
int sf_error(SNDFILE *sound) { return sound ? SF_ERR_NO_ERROR : last_error; }

const char *sf_strerror(SNDFILE *sound) {
  const int error = sf_error(sound);
  return error == SF_ERR_NO_ERROR ? "No error." : error == SF_ERR_SYSTEM ? "No such file." : "Not a WAV file of a known kind.";
}
#endif
