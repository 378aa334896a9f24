// Locks a spin lock in run(); the thread that holds it can be preempted.
#include "defect.h"
#include <pthread.h>

static pthread_spinlock_t lock;

__attribute__((constructor)) static void load(void) { pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE); }

static void run(LV2_Handle handle, uint32_t frames) {
  pthread_spin_lock(&lock);
  good_run(handle, frames);
  pthread_spin_unlock(&lock);
}

PLUGIN(.run = run)
