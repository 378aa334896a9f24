// The worker of an instance: a thread that receives the messages of the audio thread in a queue. Sending one neither locks nor
// allocates; the kernel is called only if the thread sleeps.
#ifndef __wasm__
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CCLAP.h"
#include "CSiblingLibrary.h"

struct lv2kit_clap_worker {
  void (*work)(void *context, uint32_t size, const void *data);
  void *context;
  pthread_t thread;
  lv2kit_clap_queue *queue;
  /// A word that changes with each message, for which the thread waits.
  uint32_t signal;
  uint32_t sleeps, ends;
  /// Aligned for every type.
  _Alignas(16) char message[LV2KIT_CLAP_MESSAGE_SIZE];
};

static bool do_next(lv2kit_clap_worker *worker) {
  const uint32_t size = lv2kit_clap_pop(worker->queue, worker->message);
  if (size > 0) worker->work(worker->context, size, worker->message);
  return size > 0;
}

static void *run(void *argument) {
  lv2kit_clap_worker *const worker = argument;
  for (;;) {
    const uint32_t signal = __atomic_load_n(&worker->signal, __ATOMIC_SEQ_CST);
    if (do_next(worker)) continue;
    if (__atomic_load_n(&worker->ends, __ATOMIC_SEQ_CST)) return NULL;
    __atomic_store_n(&worker->sleeps, 1, __ATOMIC_SEQ_CST);
    // The kernel returns at once if the word has changed.
    syscall(SYS_futex, &worker->signal, FUTEX_WAIT_PRIVATE, signal, NULL, NULL, 0);
    __atomic_store_n(&worker->sleeps, 0, __ATOMIC_SEQ_CST);
  }
}

static void wake(lv2kit_clap_worker *worker) {
  __atomic_fetch_add(&worker->signal, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&worker->sleeps, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &worker->signal, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

lv2kit_clap_worker *lv2kit_clap_worker_start(void (*work)(void *, uint32_t, const void *), void *context) {
  __typeof__(pthread_create) *const create = lv2kit_find_function("pthread_create");
  lv2kit_clap_worker *const worker = create ? calloc(1, sizeof *worker) : NULL;
  if (!worker) return NULL;
  worker->work = work;
  worker->context = context;
  worker->queue = lv2kit_clap_queue_make();
  if (worker->queue && create(&worker->thread, NULL, run, worker) == 0) return worker;
  lv2kit_clap_queue_free(worker->queue);
  free(worker);
  return NULL;
}

void lv2kit_clap_worker_stop(lv2kit_clap_worker *worker) {
  __typeof__(pthread_join) *const join = lv2kit_find_function("pthread_join");
  if (!worker) return;
  __atomic_store_n(&worker->ends, 1, __ATOMIC_SEQ_CST);
  wake(worker);
  if (join) join(worker->thread, NULL);
  lv2kit_clap_queue_free(worker->queue);
  free(worker);
}

bool lv2kit_clap_worker_send(lv2kit_clap_worker *worker, uint32_t size, const void *data) {
  if (!lv2kit_clap_push(worker->queue, data, size)) return false;
  wake(worker);
  return true;
}

#endif
