// System calls that glibc declares only with _GNU_SOURCE. They are declared here, because that macro would change types of
// Swift's Glibc module.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>

int memfd_create(const char *name, unsigned int flags);
int pipe2(int ends[2], int flags);

/// MFD_CLOEXEC of linux/memfd.h.
static const unsigned int CPROCESS_MEMFD_CLOEXEC = 1;

/// Kills this process when the thread that started it ends. Swift cannot call prctl(), which is variadic.
static inline int cprocess_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

/// Closes all descriptors from `first` on; close_range() exists since glibc 2.34.
static inline int cprocess_close_from(unsigned int first) {
  extern int close_range(unsigned int first, unsigned int last, int flags);
  return close_range(first, ~0U, 0);
}

/// A descriptor that becomes readable when a child process ends; -1 before Linux 5.3.
static inline int cprocess_descriptor_of(pid_t child) { return (int)syscall(SYS_pidfd_open, child, 0); }

/// Whether this process ignores a signal: nohup and shells set this for background processes.
static inline int cprocess_ignores(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// The variable `stderr` of C, which Swift's concurrency checking does not permit to use.
static inline FILE *cprocess_stderr(void) { return stderr; }
static inline void cprocess_set_stderr(FILE *stream) { stderr = stream; }
