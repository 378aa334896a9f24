// Queues of messages between two threads: a ring of bytes, in which the size of each message precedes its bytes.
#include <stdlib.h>

#include "CCLAP.h"

/// A power of 2, above the size of the largest message.
#define RING_SIZE (2 * LV2KIT_CLAP_MESSAGE_SIZE)

struct lv2kit_clap_queue {
  /// The bytes that were written and read since the start.
  uint32_t written, read;
  char ring[RING_SIZE];
};

lv2kit_clap_queue *lv2kit_clap_queue_make(void) { return calloc(1, sizeof(lv2kit_clap_queue)); }

void lv2kit_clap_queue_free(lv2kit_clap_queue *queue) { free(queue); }

static void copy_in(lv2kit_clap_queue *queue, uint32_t place, const void *data, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) queue->ring[(place + i) % RING_SIZE] = ((const char *)data)[i];
}

static void copy_out(const lv2kit_clap_queue *queue, uint32_t place, void *data, uint32_t size) {
  for (uint32_t i = 0; i < size; i++) ((char *)data)[i] = queue->ring[(place + i) % RING_SIZE];
}

bool lv2kit_clap_push(lv2kit_clap_queue *queue, const void *message, uint32_t size) {
  if (!queue || size == 0 || size > LV2KIT_CLAP_MESSAGE_SIZE) return false;
  const uint32_t written = queue->written;
  const uint32_t used = written - __atomic_load_n(&queue->read, __ATOMIC_ACQUIRE);
  if (used + sizeof size + size > RING_SIZE) return false;
  copy_in(queue, written, &size, sizeof size);
  copy_in(queue, written + sizeof size, message, size);
  __atomic_store_n(&queue->written, written + sizeof size + size, __ATOMIC_RELEASE);
  return true;
}

uint32_t lv2kit_clap_next_size(const lv2kit_clap_queue *queue) {
  if (!queue || queue->read == __atomic_load_n(&queue->written, __ATOMIC_ACQUIRE)) return 0;
  uint32_t size;
  copy_out(queue, queue->read, &size, sizeof size);
  return size;
}

uint32_t lv2kit_clap_pop(lv2kit_clap_queue *queue, void *message) {
  const uint32_t size = lv2kit_clap_next_size(queue);
  if (size == 0) return 0;
  const uint32_t start = queue->read + sizeof size;
  copy_out(queue, start, message, size);
  __atomic_store_n(&queue->read, start + size, __ATOMIC_RELEASE);
  return size;
}
