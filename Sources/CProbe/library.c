#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe_internal.h"

/// In seconds.
#define PATIENCE 2

/// More often no library is opened.
#define CLOSINGS 10000

/// Closes it until it is gone, or cannot be closed any more. Returns whether it is gone.
static bool close_wholly(const char *path) {
  for (int closings = 0; closings < CLOSINGS; closings++) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (handle == NULL) return true;
    // Once for the line above, and once for somebody else.
    if (dlclose(handle) != 0 || dlclose(handle) != 0) return false;
  }
  return false;
}

bool probe_library_unloads(const char *path) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    // Its end is nobody else's business: the handlers of fatal signals are not to record it.
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGALRM};
    for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) signal(fatal[index], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    alarm(PATIENCE);
    _exit(close_wholly(path) ? 0 : 1);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
