/// A copy of this process that waits until it is needed, for code whose effect must not remain in this process.

#include "probe_internal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct probe_copy {
  pid_t process;
  /// The ends of the pipes for the numbers of the calls and for their results.
  int orders, results;
  void *memory;
  size_t bytes;
};

typedef bool (*copy_function)(void *context, uint8_t number, void *memory);

/// Calls the function in another copy, because the next call must not see what this one leaves. Returns its result.
static bool call(copy_function function, unsigned timeout, void *context, uint8_t number, void *memory) {
  const pid_t process = fork();
  if (process == 0) {
    alarm(timeout);
    _exit(function(context, number, memory) ? 0 : 1);
  }
  int status = 0;
  while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  return process > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The copy: calls the function for each order, and ends with the process that it is a copy of.
static _Noreturn void serve(
    int orders, int results, copy_function function, unsigned timeout, void *context, void *memory) {
  // The default handlers: a crash of the copy must not be recorded.
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) signal(fatal[index], SIG_DFL);
  uint8_t number;
  while (read(orders, &number, 1) == 1) {
    const bool succeeded = call(function, timeout, context, number, memory);
    if (write(results, &succeeded, sizeof succeeded) != sizeof succeeded) break;
  }
  _exit(0);
}

static void close_all(const int *descriptors, int count) {
  for (int index = 0; index < count; index++)
    if (descriptors[index] >= 0) close(descriptors[index]);
}

probe_copy *probe_copy_create(size_t bytes, unsigned timeout, copy_function function, void *context) {
  probe_copy *copy = malloc(sizeof *copy);
  if (copy == NULL) return NULL;
  // The orders, then the results: the ends for reading and for writing.
  int ends[4] = {-1, -1, -1, -1};
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const bool is_ready = memory != MAP_FAILED && pipe(ends) == 0 && pipe(ends + 2) == 0;
  const pid_t process = is_ready ? fork() : -1;
  if (process == 0) {
    close_all((int[]){ends[1], ends[2]}, 2);
    serve(ends[0], ends[3], function, timeout, context, memory);
  }
  if (process < 0) {
    close_all(ends, 4);
    if (memory != MAP_FAILED) munmap(memory, bytes);
    free(copy);
    return NULL;
  }
  close_all((int[]){ends[0], ends[3]}, 2);
  *copy = (probe_copy){.process = process, .orders = ends[1], .results = ends[2], .memory = memory, .bytes = bytes};
  return copy;
}

const void *probe_copy_call(probe_copy *copy, uint8_t number) {
  bool succeeded = false;
  if (copy == NULL || write(copy->orders, &number, 1) != 1) return NULL;
  ssize_t count;
  while ((count = read(copy->results, &succeeded, sizeof succeeded)) < 0 && errno == EINTR) {}
  return count == sizeof succeeded && succeeded ? copy->memory : NULL;
}

void probe_copy_destroy(probe_copy *copy) {
  if (copy == NULL) return;
  kill(copy->process, SIGKILL);
  while (waitpid(copy->process, NULL, 0) < 0 && errno == EINTR) {}
  munmap(copy->memory, copy->bytes);
  close_all((int[]){copy->orders, copy->results}, 2);
  free(copy);
}
