// save() and a concurrent run() wait for each other.
#include "state.h"
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static LV2_State_Status save(LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
                             const LV2_Feature *const *features) {
  pthread_mutex_lock(&first);
  usleep(300);
  pthread_mutex_lock(&second);
  const LV2_State_Status status = save_peak(handle, store, state, flags, features);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return status;
}

static void run(LV2_Handle handle, uint32_t frames) {
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  keep_peak(handle, frames);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
}

STATE_PLUGIN(save, restore_peak, .run = run)
