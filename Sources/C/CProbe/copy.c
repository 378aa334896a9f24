/// Copies of this process that wait until they are needed, for code whose effect must not remain in this process.

#include "probe_internal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/// In seconds.
#define TIMEOUT 10

struct probe_copy {
  pid_t process;
  /// The end of the pipe for the order to start.
  int order;
  void *memory;
  size_t bytes;
};

/// The copy: waits for the order, calls the function and ends.
static _Noreturn void wait_and_call(int order, bool (*function)(void *, void *), void *context, void *memory) {
  // The default handlers: a crash of the copy must not be recorded.
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) signal(fatal[index], SIG_DFL);
  char byte;
  if (read(order, &byte, 1) != 1) _exit(1);
  alarm(TIMEOUT);
  _exit(function(context, memory) ? 0 : 1);
}

probe_copy *probe_copy_create(size_t bytes, bool (*function)(void *context, void *memory), void *context) {
  probe_copy *copy = malloc(sizeof *copy);
  if (copy == NULL) return NULL;
  int ends[2] = {-1, -1};
  copy->bytes = bytes;
  copy->memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  copy->process = copy->memory == MAP_FAILED || pipe(ends) != 0 ? -1 : fork();
  if (copy->process == 0) {
    close(ends[1]);
    wait_and_call(ends[0], function, context, copy->memory);
  }
  if (ends[0] >= 0) close(ends[0]);
  copy->order = ends[1];
  if (copy->process > 0) return copy;
  if (copy->memory != MAP_FAILED) munmap(copy->memory, bytes);
  if (copy->order >= 0) close(copy->order);
  free(copy);
  return NULL;
}

const void *probe_copy_run(probe_copy *copy) {
  if (copy == NULL || copy->process <= 0 || write(copy->order, "", 1) != 1) return NULL;
  int status;
  while (waitpid(copy->process, &status, 0) < 0)
    if (errno != EINTR) return NULL;
  copy->process = 0;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? copy->memory : NULL;
}

void probe_copy_destroy(probe_copy *copy) {
  if (copy == NULL) return;
  if (copy->process > 0) {
    kill(copy->process, SIGKILL);
    while (waitpid(copy->process, NULL, 0) < 0 && errno == EINTR) {}
  }
  munmap(copy->memory, copy->bytes);
  close(copy->order);
  free(copy);
}
