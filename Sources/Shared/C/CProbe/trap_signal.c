/// The functions that handle or block SIGTRAP, interposed for the whole process. Breakpoints need this signal: if it is
/// blocked, the kernel ends the process at a breakpoint.

#include "probe_internal.h"

#include <pthread.h>

PROBE_NEXT(sigaction)
PROBE_NEXT(signal)
PROBE_NEXT(pthread_sigmask)
PROBE_NEXT(sigprocmask)

/// Whether the set contains SIGTRAP.
static bool contains_trap(const sigset_t *set) { return set != NULL && sigismember(set, SIGTRAP) == 1; }

/// SAFETY: each function forwards its arguments.
PROBE_INTERPOSED int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  if (action != NULL && (number == SIGTRAP || contains_trap(&action->sa_mask))) probe_breakpoints_forbid();
  return next_sigaction()(number, action, before);
}

PROBE_INTERPOSED sighandler_t signal(int number, sighandler_t handler) {
  if (number == SIGTRAP) probe_breakpoints_forbid();
  return next_signal()(number, handler);
}

PROBE_INTERPOSED int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
  if (how != SIG_UNBLOCK && contains_trap(set)) probe_breakpoints_forbid();
  return next_pthread_sigmask()(how, set, before);
}

PROBE_INTERPOSED int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  if (how != SIG_UNBLOCK && contains_trap(set)) probe_breakpoints_forbid();
  return next_sigprocmask()(how, set, before);
}

int probe_next_sigaction(int number, const struct sigaction *action) { return next_sigaction()(number, action, NULL); }
