/// Typical errors of plug-ins, one function each, in a library that the tests load with dlopen().
///
/// It is compiled without optimization and with -fno-builtin, so the compiler removes no call.

#define _GNU_SOURCE
#include <emmintrin.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void *volatile kept;
static volatile float sink;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec past = {0, 0};

// The heap.

void heap_malloc(void) { kept = malloc(100); }
void heap_calloc(void) { kept = calloc(10, 10); }
void heap_realloc(void) { kept = realloc(kept, 200); }
void heap_reallocarray(void) { kept = reallocarray(kept, 10, 30); }
void heap_free(void) { free(kept); kept = NULL; }
void heap_strdup(void) { kept = strdup("copied by the C library"); }
void heap_aligned(void) {
  void *block;
  if (posix_memalign(&block, 64, 256) == 0) kept = block;
  kept = aligned_alloc(64, 256);
  kept = memalign(64, 256);
  kept = valloc(256);
  kept = pvalloc(256);
}
/// C++'s operator new(size_t), by its mangled name.
extern void *_Znwm(size_t size);
void heap_new(void) { kept = _Znwm(32); }
/// operator new[](size_t, const std::nothrow_t &), which catches the exception of the usual operator.
extern void *_ZnamRKSt9nothrow_t(size_t size, const void *tag);
void heap_exhausted(void) {
  if (_ZnamRKSt9nothrow_t((size_t)1 << 60, "") == NULL) kept = malloc(40);
}

// Locks.

void lock_mutex(void) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); }
void lock_spin(void) {
  pthread_spinlock_t spin;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
}
void lock_timed(void) {
  if (pthread_mutex_timedlock(&mutex, &past) == 0) pthread_mutex_unlock(&mutex);
  if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past) == 0) pthread_mutex_unlock(&mutex);
}
void lock_condition(void) {
  pthread_mutex_trylock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &past);
  pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &past);
  pthread_mutex_unlock(&mutex);
}
void lock_rwlock(void) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
}
void lock_semaphore(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 2);
  sem_wait(&semaphore);
  sem_timedwait(&semaphore, &past);
}
void lock_standard(void) {
  static mtx_t standard;
  static cnd_t signal;
  mtx_init(&standard, mtx_timed);
  cnd_init(&signal);
  mtx_lock(&standard);
  cnd_timedwait(&signal, &standard, &past);
  mtx_unlock(&standard);
}

/// Calls that are permitted on the audio thread, although they resemble forbidden ones.
void innocent(void) {
  volatile char *scratch = __builtin_alloca(4096);
  scratch[0] = 1;
  sink = sinf((float)scratch[0]);
  if (pthread_mutex_trylock(&mutex) == 0) pthread_mutex_unlock(&mutex);
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  sem_trywait(&semaphore);
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
}

// System calls.

void syscall_library(void) { getppid(); }
void syscall_inline(void) {
  long result = SYS_getppid;
  __asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
}
void syscall_failing(void) { kept = (void *)(intptr_t)open("/nonexistent", O_RDONLY); }
void syscall_wake(void) {
  static int word;
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
/// The vDSO's function calls the kernel for this clock on every machine.
void syscall_processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
}
/// Returns 1 if the thread then has the signal mask that it set.
int syscall_mask(void) {
  sigset_t wanted, seen;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGUSR2);
  pthread_sigmask(SIG_SETMASK, &wanted, NULL);
  pthread_sigmask(SIG_SETMASK, NULL, &seen);
  return sigismember(&seen, SIGUSR2);
}
static void *answer(void *argument) { return argument; }
/// Returns 1 if a thread that it creates runs and ends.
int syscall_thread(void) {
  pthread_t thread;
  void *value = NULL;
  if (pthread_create(&thread, NULL, answer, &mutex) != 0) return 0;
  pthread_join(thread, &value);
  return value == &mutex;
}
/// Blocks all signals and does not unblock them.
void block_signals(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
}
/// The result of getpid() through the trap.
int syscall_answer(void) { return (int)syscall(SYS_getpid); }

// Invalid frees. Each function returns to its caller, so the interposer must ignore the free.

static char in_data[64] __attribute__((aligned(16)));
void invalid_double(void) {
  void *block = malloc(40);
  free(block);
  free(block);
}
void invalid_realloc(void) {
  void *block = malloc(40);
  free(block);
  kept = realloc(block, 80);
}
void invalid_static(void) { free(in_data); }
void invalid_stack(void) {
  char local[64] __attribute__((aligned(16)));
  kept = local;
  free(kept);
}
void invalid_interior(void) {
  char *block = malloc(400);
  free(block + 32);
  free(block);
}
void invalid_unaligned(void) {
  char *block = malloc(400);
  free(block + 4);
  free(block);
}
/// Requests a size that overflows when it is rounded up to pages.
void heap_endless(void) { kept = pvalloc(SIZE_MAX - 10); if (kept != NULL) abort(); }
/// Valid frees: NULL, an aligned block, a moved block, and a block that the C library allocated.
void valid_frees(void) {
  free(NULL);
  free(aligned_alloc(64, 128));
  free(realloc(malloc(10), 100000));
  free(strdup("text"));
  kept = malloc(1);
  void *again = kept;
  free(again);
  kept = malloc(1);
  free(kept);
}
/// Valid uses of blocks: every byte, growing, shrinking, the requested size, zeros, alignment.
void guarded_valid(void) {
  for (size_t size = 1; size < 20000; size += 1023) {
    char *block = calloc(size, 1);
    for (size_t index = 0; index < size; index++)
      if (block[index] != 0) abort();
    memset(block, 1, malloc_usable_size(block));
    block = realloc(block, 3 * size);
    for (size_t index = 0; index < 3 * size; index++)
      if (index < size ? block[index] != 1 : (block[index] = 2, 0)) abort();
    free(realloc(block, size));
  }
  if ((uintptr_t)memalign(24, 100) % 32 != 0) abort();
  char *aligned = aligned_alloc(8192, 16384);
  if ((uintptr_t)aligned % 8192 != 0) abort();
  memset(aligned, 1, 16384);
  free(aligned);
  free(strdup("text"));
}
void guarded_write(void) { ((volatile char *)(kept = malloc(128)))[128] = 1; }
void guarded_read(void) { sink = ((volatile float *)(kept = calloc(64, 4)))[70]; }
void guarded_slack(void) { ((volatile char *)(kept = malloc(100)))[100] = 1; }
void guarded_slack_freed(void) { guarded_slack(); free(kept); }
void guarded_freed(void) {
  kept = malloc(128);
  free(kept);
  sink = ((volatile char *)kept)[12];
}
void guarded_moved(void) {
  kept = malloc(128);
  void *volatile moved = realloc(kept, 64);
  (void)moved;
  sink = ((volatile char *)kept)[0];
}
/// A buffer allocated after more small blocks than can be guarded at once.
void guarded_late(void) {
  for (int block = 0; block < 20000; block++) kept = malloc(64);
  ((volatile char *)(kept = malloc(2048)))[2048] = 1;
}
static volatile int finished;
static void *allocate_on(void *argument) {
  while (!finished) free(malloc(64));
  return argument;
}
/// Forks while another thread allocates. The child processes allocate too.
void fork_among_threads(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, allocate_on, NULL);
  for (int count = 0; count < 200; count++) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(5);
      free(malloc(1000));
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0) abort();
  }
  finished = 1;
  pthread_join(thread, NULL);
}
void leak(void) { kept = malloc(1000); }
static void *leak_in_thread(void *argument) { leak(); return argument; }
void leak_by_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, leak_in_thread, NULL);
  pthread_join(thread, NULL);
}
/// The content of a new block at the address of a freed block of the same size. The first bytes are excluded, because
/// the C library uses them for its own data.
static int used_byte(void *(*allocate)(size_t size)) {
  unsigned char *block = allocate(300);
  memset(block, 0x77, 300);
  __asm__ volatile("" : : "r"(block) : "memory");
  free(block);
  block = allocate(300);
  const int byte = block[150];
  free(block);
  return byte;
}
static void *align(size_t size) { return aligned_alloc(64, size); }
/// The number of blocks, of 64 with different sizes, whose alignment is better than malloc() guarantees.
int well_aligned_blocks(void) {
  void *blocks[64];
  int count = 0;
  for (int index = 0; index < 64; index++) {
    blocks[index] = malloc(8 + 40 * (size_t)index);
    count += (uintptr_t)blocks[index] % 32 == 0;
  }
  for (int index = 0; index < 64; index++) free(blocks[index]);
  return count;
}
int fresh_byte(void) { return used_byte(malloc); }
int fresh_aligned_byte(void) { return used_byte(align); }
/// The content of the part that realloc() added.
int grown_byte(void) {
  unsigned char *block = malloc(16);
  memset(block, 0x11, malloc_usable_size(block));
  block = realloc(block, 5000);
  const int byte = block[0] == 0x11 ? block[4000] : -1;
  free(block);
  return byte;
}
int zeroed_byte(void) {
  unsigned char *block = calloc(300, 1);
  const int byte = block[0];
  free(block);
  return byte;
}

// Crashes.

void crash_read(float *data, long index) { sink = data[index]; }
void crash_write(float *data, long index) { data[index] = 1; }
/// The first instruction stores, so the address before it is not in the function.
__attribute__((naked)) void crash_write_at_once(float *data, long index) {
#if defined(__x86_64__)
  __asm__("movl $1, (%rdi,%rsi,4)\n\tret");
#else
  __asm__("str wzr, [x0, x1, lsl #2]\n\tret");
#endif
}
void crash_null_call(float *data, long index) { (void)data; (void)index; ((void (*volatile)(void))0)(); }
void crash_divide(float *data, long index) { (void)data; volatile long zero = index - index; sink = 1 / zero; }
void crash_illegal(float *data, long index) { (void)data; (void)index; __asm__ volatile("ud2"); }
void crash_trap(float *data, long index) { (void)data; (void)index; __asm__ volatile("int3"); }
void crash_abort(float *data, long index) { (void)data; (void)index; abort(); }
void crash_overflow(float *data, long index) {
  volatile char room[4096];
  room[0] = (char)index;
  crash_overflow(data, index + room[0]);
}
static void *crash_too(void *argument) {
  crash_abort(argument, 0);
  return argument;
}
/// Crashes in several threads at once.
void crash_threads(float *data, long index) {
  pthread_t thread;
  for (int count = 0; count < 4; count++) pthread_create(&thread, NULL, crash_too, NULL);
  crash_divide(data, index);
}
void crash_misaligned(float *data, long index) { _mm_store_ps(data + index, _mm_setzero_ps()); }

// Threads.

/// Computes for 200 ms, longer than a time slice of the scheduler, and then waits forever.
static void *work_and_wait(void *argument) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 200);
  for (;;) pause();
  return argument;
}
static void *work_on(void *argument) {
  for (;;) __asm__ volatile("");
  return argument;
}
static void *end(void *argument) { return argument; }
void thread_that_waits(void) {
  pthread_t thread;
  for (int index = 0; index < 3; index++) pthread_create(&thread, NULL, work_and_wait, NULL);
}
void thread_that_works(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work_on, NULL);
}
void thread_that_ends(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, end, NULL);
  pthread_join(thread, NULL);
}

// Clocks.

/// The sum of the result and the time zone of gettimeofday(), which is 0.
int clock_zone(void) {
  struct timezone zone = {1, 1};
  return gettimeofday(NULL, &zone) + zone.tz_minuteswest + zone.tz_dsttime;
}

/// gettimeofday() permits NULL for the result.
int clock_without_answer(void) { return gettimeofday(NULL, NULL); }

/// The differences to the kernel's clocks in tens of seconds, as decimal digits: four functions for the time of day,
/// then one for the monotonic clock.
int clocks_ahead(void) {
  const clockid_t kinds[] = {CLOCK_REALTIME, CLOCK_MONOTONIC};
  struct timespec kernel[2], own[2], standard;
  struct timeval day;
  for (int kind = 0; kind < 2; kind++) {
    syscall(SYS_clock_gettime, kinds[kind], &kernel[kind]);
    clock_gettime(kinds[kind], &own[kind]);
  }
  gettimeofday(&day, NULL);
  timespec_get(&standard, TIME_UTC);
  const long ahead[] = {
    time(NULL) - kernel[0].tv_sec, day.tv_sec - kernel[0].tv_sec, standard.tv_sec - kernel[0].tv_sec,
    own[0].tv_sec - kernel[0].tv_sec, own[1].tv_sec - kernel[1].tv_sec,
  };
  int digits = 0;
  // Rounded to tens of seconds, because time passes between the calls.
  for (int index = 0; index < 5; index++) digits = digits * 10 + (int)((ahead[index] + 5) / 10);
  return digits;
}

static struct timespec soon(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_nsec += 10000000;
  if (time.tv_nsec >= 1000000000) time = (struct timespec){time.tv_sec + 1, time.tv_nsec - 1000000000};
  return time;
}
static long milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
static pthread_rwlock_t write_locked = PTHREAD_RWLOCK_INITIALIZER;
static void *lock_forever(void *argument) {
  pthread_rwlock_wrlock(&write_locked);
  return argument;
}
/// Counts the call if it ends near its deadline `until`: not at once, and not seconds later.
#define IN_TIME(clock, call) do { \
    const struct timespec until = soon(clock); \
    const long begin = milliseconds(); \
    call; \
    const long duration = milliseconds() - begin; \
    kept += duration >= 5 && duration < 5000; \
  } while (0)
/// The number of waits that end at their deadlines. Nothing wakes them.
int deadlines_kept(void) {
  int kept = 0;
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_condattr_t attributes;
  pthread_cond_t steady;
  pthread_t thread;
  sem_t semaphore;
  mtx_t standard;
  cnd_t signal;
  pthread_mutex_lock(&own);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&steady, &attributes);
  if (pthread_rwlock_tryrdlock(&write_locked) == 0) {
    pthread_rwlock_unlock(&write_locked);
    pthread_create(&thread, NULL, lock_forever, NULL);
    pthread_join(thread, NULL);
  }
  sem_init(&semaphore, 0, 0);
  mtx_init(&standard, mtx_timed);
  mtx_lock(&standard);
  cnd_init(&signal);
  IN_TIME(CLOCK_REALTIME, pthread_mutex_timedlock(&own, &until));
  IN_TIME(CLOCK_REALTIME, pthread_mutex_clocklock(&own, CLOCK_REALTIME, &until));
  IN_TIME(CLOCK_MONOTONIC, pthread_mutex_clocklock(&own, CLOCK_MONOTONIC, &until));
  IN_TIME(CLOCK_REALTIME, pthread_cond_timedwait(&condition, &own, &until));
  IN_TIME(CLOCK_REALTIME, pthread_cond_clockwait(&condition, &own, CLOCK_REALTIME, &until));
  IN_TIME(CLOCK_MONOTONIC, pthread_cond_timedwait(&steady, &own, &until));
  IN_TIME(CLOCK_REALTIME, pthread_rwlock_timedrdlock(&write_locked, &until));
  IN_TIME(CLOCK_REALTIME, pthread_rwlock_timedwrlock(&write_locked, &until));
  IN_TIME(CLOCK_REALTIME, pthread_rwlock_clockrdlock(&write_locked, CLOCK_REALTIME, &until));
  IN_TIME(CLOCK_REALTIME, pthread_rwlock_clockwrlock(&write_locked, CLOCK_REALTIME, &until));
  IN_TIME(CLOCK_REALTIME, sem_timedwait(&semaphore, &until));
  IN_TIME(CLOCK_REALTIME, sem_clockwait(&semaphore, CLOCK_REALTIME, &until));
  IN_TIME(CLOCK_REALTIME, mtx_timedlock(&standard, &until));
  IN_TIME(CLOCK_REALTIME, cnd_timedwait(&signal, &standard, &until));
  IN_TIME(CLOCK_REALTIME, clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL));
  IN_TIME(CLOCK_MONOTONIC, clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL));
  return kept;
}
