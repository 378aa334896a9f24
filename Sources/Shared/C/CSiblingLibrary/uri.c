// With `lv2-bundle --url PREFIX`, a library assembles its URIs: once for each relative one, outside of the audio thread.
#include "CSiblingLibrary.h"

#ifdef LV2KIT_URL_PREFIX
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// An assembled URI, which exists as long as the library.
struct uri {
  struct uri *next;
  char text[];
};

static struct uri *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void lv2kit_complete_uri(const char **uri) {
  static const char prefix[] = LV2KIT_URL_PREFIX;
  pthread_mutex_lock(&lock);
  if (*uri && !strchr(*uri, ':')) {
    const size_t size = strlen(*uri) + 1;
    struct uri *const complete = malloc(sizeof *complete + sizeof prefix - 1 + size);
    if (complete) {
      memcpy(complete->text, prefix, sizeof prefix - 1);
      memcpy(complete->text + sizeof prefix - 1, *uri, size);
      complete->next = list;
      list = complete;
      *uri = complete->text;
    }
  }
  pthread_mutex_unlock(&lock);
}

__attribute__((destructor)) static void free_uris(void) {
  while (list) {
    struct uri *const first = list;
    list = first->next;
    free(first);
  }
}

#endif
