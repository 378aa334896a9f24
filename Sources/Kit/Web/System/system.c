// What the modules of a web page need of a C library: memory, strings, rounding, and URIDs. The elementary functions are those of
// JavaScript. An instance of a module has one thread.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

// MARK: Memory

/// What precedes the memory of each allocation: the block that contains it, whose size is a power of 2.
struct header {
  void *block;
  uint32_t exponent;
};

/// The free blocks of each size; the first word of a block is the address of the next one.
static void *free_blocks[32];
extern char __heap_base;

/// Returns new memory at the end of the heap, aligned to 16 bytes, or NULL.
static void *grow(size_t size) {
  static uintptr_t end;
  const size_t page = 65536;
  if (end == 0) end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  const uintptr_t start = end;
  const size_t available = __builtin_wasm_memory_size(0) * page;
  if (size > 0x7fff0000 - start) return NULL;
  if (start + size > available && __builtin_wasm_memory_grow(0, (start + size - available + page - 1) / page) == (size_t)-1)
    return NULL;
  end = start + size;
  return (void *)start;
}

static void *allocate(size_t alignment, size_t size) {
  if (alignment < 16) alignment = 16;
  if (size > 1 << 29 || alignment > 1 << 20) return NULL;
  const size_t total = size + alignment + sizeof(struct header);
  const uint32_t exponent = 32 - __builtin_clz(total - 1);
  void *block = free_blocks[exponent];
  if (block)
    free_blocks[exponent] = *(void **)block;
  else if (!(block = grow((size_t)1 << exponent)))
    return NULL;
  const uintptr_t memory = ((uintptr_t)block + sizeof(struct header) + alignment - 1) & -alignment;
  ((struct header *)memory)[-1] = (struct header){block, exponent};
  return (void *)memory;
}

void *malloc(size_t size) { return allocate(16, size); }

void free(void *memory) {
  if (!memory) return;
  const struct header header = ((struct header *)memory)[-1];
  *(void **)header.block = free_blocks[header.exponent];
  free_blocks[header.exponent] = header.block;
}

void *calloc(size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return NULL;
  void *const memory = malloc(count * size);
  return memory ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size) {
  void *const copy = malloc(size);
  if (!copy || !memory) return copy;
  const struct header header = ((struct header *)memory)[-1];
  const size_t old = ((size_t)1 << header.exponent) - ((char *)memory - (char *)header.block);
  memcpy(copy, memory, old < size ? old : size);
  free(memory);
  return copy;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = allocate(alignment, size);
  return *memory ? 0 : 12;  // ENOMEM
}

/// Maps anonymous memory; there are no files.
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  (void)address, (void)protection, (void)file, (void)offset;
  void *const memory = flags & MAP_ANONYMOUS ? allocate(4096, size) : NULL;
  return memory ? memset(memory, 0, size) : (void *)-1;
}

int munmap(void *address, size_t size) {
  (void)size;
  free(address);
  return 0;
}

long sysconf(int name) { return name == _SC_PAGESIZE ? 4096 : -1; }
long syscall(long number, ...) { return (void)number, -1; }
int close(int file) { return (void)file, -1; }
int ftruncate(int file, off_t size) { return (void)file, (void)size, -1; }

// MARK: Bytes and strings

void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int value, size_t size) { return __builtin_memset(to, value, size); }

int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *const first = a, *const second = b;
  for (size_t i = 0; i < size; i++)
    if (first[i] != second[i]) return first[i] - second[i];
  return 0;
}

size_t strlen(const char *string) {
  size_t length = 0;
  while (string[length]) length++;
  return length;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *string, int character) {
  for (; *string != (char)character; string++)
    if (!*string) return NULL;
  return (char *)string;
}

char *strdup(const char *string) {
  const size_t size = strlen(string) + 1;
  char *const copy = malloc(size);
  return copy ? memcpy(copy, string, size) : NULL;
}

// MARK: Numbers

double round(double x) {
  const double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

float roundf(float x) { return (float)round(x); }

/// The difference from the nearest multiple of y, of two equally near ones from the even one.
double remainder(double x, double y) {
  const double size = __builtin_fabs(y), rest = __builtin_fabs(fmod(x, 2 * size));
  const double nearest = rest > 1.5 * size || (rest == 1.5 * size) ? 2 * size : rest > 0.5 * size ? size : 0;
  return __builtin_copysign(rest - nearest, rest < nearest ? -x : x);
}

float remainderf(float x, float y) { return (float)remainder(x, y); }

/// x·y + z with the error of the product (T. J. Dekker: A floating-point technique for extending the available precision, 1971),
/// so that the result differs from the exactly rounded one by at most one unit in the last place. |x| and |y| are below 10^290.
double fma(double x, double y, double z) {
  const double split = 134217729, product = x * y;
  const double x1 = x * split - (x * split - x), y1 = y * split - (y * split - y), x2 = x - x1, y2 = y - y1;
  const double error = x2 * y2 - (((product - x1 * y1) - x2 * y1) - x1 * y2);
  const double sum = product + z, part = sum - product;
  return sum + ((product - (sum - part)) + (z - part) + error);
}

float fmaf(float x, float y, float z) { return (float)((double)x * y + z); }

// MARK: Faults

_Noreturn void abort(void) { __builtin_trap(); }
/// The page never ends a module.
int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  return (void)function, (void)argument, (void)library, 0;
}

// MARK: URIDs

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  static char **uris;
  static uint32_t count, capacity;
  (void)handle;
  for (uint32_t index = 0; index < count; index++)
    if (strcmp(uris[index], uri) == 0) return index + 1;
  if (count == capacity) {
    char **const list = realloc(uris, (2 * capacity + 64) * sizeof *list);
    if (!list) return 0;
    uris = list;
    capacity = 2 * capacity + 64;
  }
  uris[count] = strdup(uri);
  return uris[count] ? ++count : 0;
}

// MARK: The worker

/// The instance of the module, whose worker does its work at once: the page has no other thread for it.
static struct {
  LV2_Handle instance;
  const LV2_Worker_Interface *interface;
} worker;

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
  return (void)handle, (void)size, (void)data, LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void *data) {
  (void)handle;
  if (!worker.interface) return LV2_WORKER_ERR_UNKNOWN;
  return worker.interface->work(worker.instance, respond, NULL, size, data);
}

/// Lets the instance have a worker, if its plug-in needs one.
void lv2kit_start_worker(const LV2_Descriptor *descriptor, LV2_Handle instance) {
  worker.instance = instance;
  worker.interface = descriptor->extension_data ? descriptor->extension_data(LV2_WORKER__interface) : NULL;
}

/// The features for instantiate(): urid:map and work:schedule.
const LV2_Feature *const *lv2kit_features(void) {
  static LV2_URID_Map map_data = {NULL, map};
  static LV2_Worker_Schedule schedule_data = {NULL, schedule};
  static const LV2_Feature features[] = {{LV2_URID__map, &map_data}, {LV2_WORKER__schedule, &schedule_data}};
  static const LV2_Feature *const list[] = {&features[0], &features[1], NULL};
  return list;
}
