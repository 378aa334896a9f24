#include "probe_internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/// In seconds.
#define TIMEOUT 2

/// More than any number of dlopen() calls for one library.
#define MAXIMUM_CLOSINGS 10000

/// Closes the library until it is unloaded or dlclose() fails. Returns whether it is unloaded.
static bool close_completely(const char *path) {
  for (int closings = 0; closings < MAXIMUM_CLOSINGS; closings++) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (handle == NULL) return true;
    // The first dlclose() is for the dlopen() above, the second for an earlier one.
    if (dlclose(handle) != 0 || dlclose(handle) != 0) return false;
  }
  return false;
}

bool probe_library_unloads(const char *path) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    // The default handlers: a crash of this child must not be recorded.
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
    for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) signal(fatal[index], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    alarm(TIMEOUT);
    _exit(close_completely(path) ? 0 : 1);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
