// Tries locks of all kinds in run(), and works without a lock that is taken.
#include "defect.h"
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;

__attribute__((constructor)) static void load(void) {
  sem_init(&semaphore, 0, 1);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
}

static void run(LV2_Handle handle, uint32_t frames) {
  if (pthread_mutex_trylock(&mutex) == 0) pthread_mutex_unlock(&mutex);
  if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  if (pthread_spin_trylock(&spin) == 0) pthread_spin_unlock(&spin);
  if (sem_trywait(&semaphore) == 0) sem_post(&semaphore);
  good_run(handle, frames);
}

PLUGIN(.run = run)
