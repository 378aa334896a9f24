/// Loading and closing a library again and again, as a host does that looks for plug-ins.

#include "probe_internal.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>

/// In seconds.
#define TIMEOUT 5

/// Loads before those that count, in which other libraries fill their caches.
#define WARM_UP 2

/// More than the plug-ins of any library.
#define MAXIMUM_PLUGINS 10000

/// Blocks of further callers and sizes are not counted.
#define MAXIMUM_ORIGINS 128

/// The sizes of the memory for exceptions that libstdc++ allocates when it is loaded and never frees, of GCC 5 to 12 and of
/// later versions. A library can contain libstdc++.
#define EXCEPTION_POOL 72704
#define LATER_EXCEPTION_POOL 73728

typedef struct extent {
  uintptr_t start, end;
} extent;

static bool contains(extent library, const void *address) {
  return (uintptr_t)address >= library.start && (uintptr_t)address < library.end;
}

/// Calls lv2_descriptor() as a host does that lists the plug-ins. Returns where the library is; nowhere without this function.
static extent list_plugins(void *handle) {
  const void *(*descriptor)(uint32_t) = (const void *(*)(uint32_t))dlsym(handle, "lv2_descriptor");
  struct dl_find_object object;
  if (descriptor == NULL || _dl_find_object((void *)descriptor, &object) != 0) return (extent){0, 0};
  for (uint32_t index = 0; index < MAXIMUM_PLUGINS && descriptor(index) != NULL; index++) {}
  return (extent){(uintptr_t)object.dlfo_map_start, (uintptr_t)object.dlfo_map_end};
}

/// The blocks that code of the library allocated and that are not freed. `*place` is the offset of the allocation of most bytes.
static probe_heap_usage remaining(extent library, uint64_t *place) {
  static probe_heap_origin origins[MAXIMUM_ORIGINS];
  const size_t count = probe_heap_recent_origins(origins, MAXIMUM_ORIGINS);
  probe_heap_usage usage = {0, 0};
  uint64_t most = 0;
  for (size_t index = 0; index < count; index++) {
    const probe_heap_origin origin = origins[index];
    if (!contains(library, origin.caller)) continue;
    if (origin.bytes == EXCEPTION_POOL || origin.bytes == LATER_EXCEPTION_POOL) continue;
    const uint64_t bytes = origin.bytes * origin.count;
    usage.blocks += origin.count;
    usage.bytes += bytes;
    if (bytes <= most) continue;
    most = bytes;
    *place = (uintptr_t)origin.caller - 1 - library.start;
  }
  return usage;
}

/// Adds a mismatched release by code of the library, unless it is known.
static void add_mismatch(probe_library_usage *usage, extent library, const probe_event *event) {
  if (event->depth == 0 || !contains(library, event->frames[0]) || !contains(library, event->mismatch.origin)) return;
  if (usage->mismatches == PROBE_LIBRARY_MISMATCHES) return;
  probe_library_mismatch *entry = &usage->mismatch[usage->mismatches];
  *entry = (probe_library_mismatch){
      .mismatch = event->mismatch, .origin = (uintptr_t)event->mismatch.origin - library.start};
  for (int32_t index = 0; index < event->depth && contains(library, event->frames[index]); index++)
    entry->frames[entry->depth++] = (uintptr_t)event->frames[index] - library.start;
  for (size_t index = 0; index < usage->mismatches; index++) {
    const probe_library_mismatch *known = &usage->mismatch[index];
    if (known->frames[0] == entry->frames[0] && known->origin == entry->origin) return;
  }
  usage->mismatches++;
}

/// Loads the library once and closes it. Returns whether that removes it from memory.
static bool load(const char *path, probe_library_usage *usage, probe_heap_usage *left) {
  probe_event_reset();
  probe_heap_track_begin(false, true);
  probe_this_thread.watch = PROBE_WATCH_OWNERSHIP;
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const extent library = handle == NULL ? (extent){0, 0} : list_plugins(handle);
  const bool is_closed = handle != NULL && dlclose(handle) == 0;
  probe_this_thread.watch = 0;
  if (!is_closed || library.end == 0) return false;
  *left = remaining(library, &usage->place);
  for (size_t index = 0; index < probe_event_kept(); index++)
    if (probe_event_at(index)->kind == PROBE_EVENT_MISMATCHED_FREE) add_mismatch(usage, library, probe_event_at(index));
  return dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL;
}

/// What the forked process does.
typedef struct loading {
  const char *path;
  uint32_t loads;
  /// In memory that both processes share.
  probe_library_usage *usage;
} loading;

static bool load_repeatedly(void *context) {
  const loading *const loading = context;
  probe_library_usage *const usage = loading->usage;
  probe_heap_usage least = {UINT64_MAX, UINT64_MAX};
  for (uint32_t index = 0; index < loading->loads && least.blocks > 0; index++) {
    probe_heap_usage left = {0, 0};
    if (!load(loading->path, usage, &left)) return index == 0;
    usage->is_unloaded = true;
    if (index < WARM_UP) continue;
    if (left.blocks < least.blocks) least.blocks = left.blocks;
    if (left.bytes < least.bytes) least.bytes = left.bytes;
  }
  if (least.blocks != UINT64_MAX) usage->left = least;
  return true;
}

bool probe_library_load(const char *path, uint32_t loads, probe_library_usage *usage) {
  void *memory = mmap(NULL, sizeof *usage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  const bool succeeded = probe_trial_succeeds(TIMEOUT, load_repeatedly, &(loading){path, loads, memory});
  if (succeeded) memcpy(usage, memory, sizeof *usage);
  munmap(memory, sizeof *usage);
  return succeeded;
}
