// Locks a mutex in connect_port().
#include "defect.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  pthread_mutex_lock(&mutex);
  good_connect_port(handle, port, data);
  pthread_mutex_unlock(&mutex);
}

PLUGIN(.connect_port = connect_port)
