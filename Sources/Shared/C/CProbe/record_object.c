/// The named objects in shared memory of a record.

#include "record_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The folder of the objects of glibc.
#define FOLDER "/dev/shm/"

/// The checksum of an entry that is being written. A complete one is odd.
#define BUSY 2

static uint64_t sum_of(const probe_object *object) {
  return probe_record_checksum(object, offsetof(probe_object, sum));
}

/// Gets the status of a file in the folder. Returns whether it exists.
static bool find(const char *name, char path[sizeof FOLDER + PROBE_OBJECT_NAME], struct stat *status) {
  snprintf(path, sizeof FOLDER + PROBE_OBJECT_NAME, FOLDER "%s", name);
  return lstat(path, status) == 0 && S_ISREG(status->st_mode);
}

/// Copies an entry if it is valid and its object exists: a plug-in may overwrite the record, and another object can have
/// the name later.
static bool copy(const probe_object *object, probe_object *result, char path[sizeof FOLDER + PROBE_OBJECT_NAME]) {
  const uint64_t sum = atomic_load(&object->sum);
  if (sum == 0 || sum == BUSY) return false;
  memcpy(result, object, sizeof *result);
  if (sum_of(result) != sum || memchr(result->name, 0, sizeof result->name) == NULL) return false;
  if (result->name[0] == 0 || strchr(result->name, '/') != NULL) return false;
  struct stat status;
  return find(result->name, path, &status) && status.st_dev == result->device && status.st_ino == result->node;
}

/// Reserves an entry that is free, or whose object does not exist any more. NULL if there is none.
static probe_object *reserve(probe_object *objects) {
  for (size_t index = 0; index < PROBE_RECORD_OBJECTS; index++) {
    uint_fast64_t expected = 0;
    if (atomic_compare_exchange_strong(&objects[index].sum, &expected, BUSY)) return &objects[index];
  }
  for (size_t index = 0; index < PROBE_RECORD_OBJECTS; index++) {
    probe_object object;
    char path[sizeof FOLDER + PROBE_OBJECT_NAME];
    uint_fast64_t expected = atomic_load(&objects[index].sum);
    if (expected == BUSY || copy(&objects[index], &object, path)) continue;
    if (atomic_compare_exchange_strong(&objects[index].sum, &expected, BUSY)) return &objects[index];
  }
  return NULL;
}

void probe_record_add_object(const char *name) {
  struct stat status;
  char path[sizeof FOLDER + PROBE_OBJECT_NAME];
  if (strlen(name) >= PROBE_OBJECT_NAME || !find(name, path, &status)) return;
  probe_object *object = reserve(probe_record_objects());
  if (object == NULL) return;
  memset(object->name, 0, sizeof object->name);
  strcpy(object->name, name);
  object->device = status.st_dev;
  object->node = status.st_ino;
  atomic_store(&object->sum, sum_of(object));
}

size_t probe_record_walk_objects(
    const probe_record *record, void (*body)(void *context, const char *path), void *context) {
  const probe_object *objects = record != NULL ? probe_record_objects_of(record) : probe_record_objects();
  size_t count = 0;
  for (size_t index = 0; index < PROBE_RECORD_OBJECTS; index++) {
    probe_object object;
    char path[sizeof FOLDER + PROBE_OBJECT_NAME];
    if (!copy(&objects[index], &object, path)) continue;
    count++;
    if (body != NULL) body(context, path);
  }
  return count;
}

static void remove_object(void *context, const char *path) {
  (void)context;
  unlink(path);
}

size_t probe_record_remove_objects(const probe_record *record) {
  return probe_record_walk_objects(record, remove_object, NULL);
}
