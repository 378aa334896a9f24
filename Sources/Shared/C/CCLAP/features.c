// The features of LV2 that an instance gets.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lv2/log/log.h>

#include "CCLAP.h"

// MARK: urid:map

/// The URIs of the library, from init() to deinit(). The number of a URI is its index and 1.
static char **uris;
static uint32_t count, capacity;
/// The calls of init() without one of deinit().
static uint32_t users;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint32_t find_or_add(const char *uri) {
  for (uint32_t i = 0; i < count; i++)
    if (strcmp(uris[i], uri) == 0) return i + 1;
  if (count == capacity) {
    const uint32_t size = capacity ? 2 * capacity : 64;
    char **const larger = realloc(uris, size * sizeof *uris);
    if (!larger) return 0;
    uris = larger;
    capacity = size;
  }
  uris[count] = strdup(uri);
  return uris[count] ? ++count : 0;
}

uint32_t lv2kit_clap_map(void *handle, const char *uri) {
  (void)handle;
  if (!uri) return 0;
  pthread_mutex_lock(&lock);
  const uint32_t urid = find_or_add(uri);
  pthread_mutex_unlock(&lock);
  return urid;
}

const char *lv2kit_clap_unmap(uint32_t urid) {
  pthread_mutex_lock(&lock);
  const char *const uri = urid > 0 && urid <= count ? uris[urid - 1] : NULL;
  pthread_mutex_unlock(&lock);
  return uri;
}

void lv2kit_clap_begin(void) {
  pthread_mutex_lock(&lock);
  users++;
  pthread_mutex_unlock(&lock);
}

// A destructor would also be in the libraries for LV2.
void lv2kit_clap_end(void) {
  pthread_mutex_lock(&lock);
  if (users > 0 && --users == 0) {
    for (uint32_t i = 0; i < count; i++) free(uris[i]);
    free(uris);
    uris = NULL;
    count = capacity = 0;
  }
  pthread_mutex_unlock(&lock);
}

// MARK: log:log

static int print_list(void *handle, LV2_URID type, const char *format, va_list arguments) {
  const clap_host_t *const host = handle;
  char text[1024];
  const int length = vsnprintf(text, sizeof text, format, arguments);
  const clap_host_log_t *const log = host->get_extension(host, CLAP_EXT_LOG);
  if (length <= 0 || !log) return length;
  const size_t end = strlen(text);
  if (text[end - 1] == '\n') text[end - 1] = 0;
  const char *const name = lv2kit_clap_unmap(type);
  clap_log_severity severity = CLAP_LOG_INFO;
  if (name && strstr(name, "#Error")) severity = CLAP_LOG_ERROR;
  if (name && strstr(name, "#Warning")) severity = CLAP_LOG_WARNING;
  log->log(host, severity, text);
  return length;
}

static int print(void *host, LV2_URID type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = print_list(host, type, format, arguments);
  va_end(arguments);
  return length;
}

void lv2kit_clap_fill_log(void *log, const clap_host_t *host) {
  *(LV2_Log_Log *)log = (LV2_Log_Log){(void *)host, print, print_list};
}
