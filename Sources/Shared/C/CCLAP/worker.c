// The worker of an instance: a thread that receives the messages of the audio thread in a ring. Sending one neither locks nor
// allocates; the kernel is called only if the thread sleeps.
#ifndef __wasm__
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CCLAP.h"
#include "CSiblingLibrary.h"

/// The size of the ring in bytes, a power of 2. A message with a text has up to 4 kB.
#define RING_SIZE 65536u

struct lv2kit_clap_worker {
  void (*work)(void *context, uint32_t size, const void *data);
  void *context;
  pthread_t thread;
  /// The bytes that were written and read since the start.
  uint32_t written, read;
  /// A word that changes with each message, for which the thread waits.
  uint32_t signal;
  uint32_t sleeps, ends;
  char message[RING_SIZE];
  char ring[RING_SIZE];
};

static void copy_in(lv2kit_clap_worker *worker, uint32_t place, const void *data, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) worker->ring[(place + i) % RING_SIZE] = ((const char *)data)[i];
}

static void copy_out(const lv2kit_clap_worker *worker, uint32_t place, void *data, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) ((char *)data)[i] = worker->ring[(place + i) % RING_SIZE];
}

static bool do_next(lv2kit_clap_worker *worker) {
  const uint32_t read = worker->read;
  if (read == __atomic_load_n(&worker->written, __ATOMIC_ACQUIRE)) return false;
  uint32_t size;
  copy_out(worker, read, &size, sizeof size);
  copy_out(worker, read + sizeof size, worker->message, size);
  __atomic_store_n(&worker->read, read + sizeof size + size, __ATOMIC_RELEASE);
  worker->work(worker->context, size, worker->message);
  return true;
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
  if (create(&worker->thread, NULL, run, worker) == 0) return worker;
  free(worker);
  return NULL;
}

void lv2kit_clap_worker_stop(lv2kit_clap_worker *worker) {
  __typeof__(pthread_join) *const join = lv2kit_find_function("pthread_join");
  if (!worker) return;
  __atomic_store_n(&worker->ends, 1, __ATOMIC_SEQ_CST);
  wake(worker);
  if (join) join(worker->thread, NULL);
  free(worker);
}

bool lv2kit_clap_worker_send(lv2kit_clap_worker *worker, uint32_t size, const void *data) {
  const uint32_t written = worker->written;
  const uint32_t used = written - __atomic_load_n(&worker->read, __ATOMIC_ACQUIRE);
  if (size > RING_SIZE / 2 || used + sizeof size + size > RING_SIZE) return false;
  copy_in(worker, written, &size, sizeof size);
  copy_in(worker, written + sizeof size, data, size);
  __atomic_store_n(&worker->written, written + sizeof size + size, __ATOMIC_RELEASE);
  wake(worker);
  return true;
}

#endif
