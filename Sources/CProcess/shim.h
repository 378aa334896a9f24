// memfd_create, mkostemp, pipe2, prctl and close_range. They are declared here and not taken from glibc's headers, because
// _GNU_SOURCE, which those ask for, changes other types under the Glibc module's feet.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

int memfd_create(const char *name, unsigned int flags);
int mkostemp(char *template_path, int flags);
int pipe2(int ends[2], int flags);

/// MFD_CLOEXEC of linux/memfd.h.
static const unsigned int CPROCESS_MEMFD_CLOEXEC = 1;

/// Has this process killed when its parent's thread that started it ends. (prctl itself takes a variable number of
/// arguments, which Swift cannot pass.)
static inline int cprocess_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

/// Closes every descriptor from `first` up; close_range() of glibc 2.34.
static inline int cprocess_close_from(unsigned int first) {
  extern int close_range(unsigned int first, unsigned int last, int flags);
  return close_range(first, ~0U, 0);
}

/// Whether a signal is ignored by this process, as nohup, and a shell that starts it in the background, have it.
static inline int cprocess_ignores(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The stream that C writes errors to: a variable, which Swift's concurrency checking does not let anybody touch.
static inline FILE *cprocess_stderr(void) { return stderr; }
static inline void cprocess_set_stderr(FILE *stream) { stderr = stream; }
