#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// How long a job has between SIGABRT and SIGKILL, to write where it was, in nanoseconds.
#define LAST_WORDS (300 * 1000 * 1000)

int sandbox_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int sandbox_fix_addresses(void) {
  const int persona = personality(0xffffffff);
  return persona < 0 || personality(persona | ADDR_NO_RANDOMIZE) < 0 ? -1 : persona;
}

void sandbox_loosen_addresses(int persona) {
  if (persona >= 0) personality(persona);
}

static void close_all(const int *descriptors, int count) {
  for (int number = 0; number < count; number++) {
    if (descriptors[number] >= 0) close(descriptors[number]);
  }
}

/// Copies descriptors above the numbers that a child is given; -1 stays so. Returns 0, or -1 with errno and no copy.
static int copy_above(const int *descriptors, int *copies) {
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++) {
    copies[number] = descriptors[number] < 0 ? -1 : fcntl(descriptors[number], F_DUPFD_CLOEXEC, SANDBOX_DESCRIPTORS);
    if (descriptors[number] >= 0 && copies[number] < 0) {
      const int error = errno;
      close_all(copies, number);
      errno = error;
      return -1;
    }
  }
  return 0;
}

pid_t sandbox_spawn(
    const char *path, char *const arguments[], char *const environment[], const char *directory,
    const int descriptors[SANDBOX_DESCRIPTORS]) {
  // Copies above the numbers that the child is given, so that giving one cannot close another.
  int copies[SANDBOX_DESCRIPTORS];
  if (copy_above(descriptors, copies) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  posix_spawn_file_actions_addchdir_np(&actions, directory);
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++) {
    if (copies[number] < 0) {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions, copies[number], number);
    }
  }
  posix_spawn_file_actions_addclosefrom_np(&actions, SANDBOX_DESCRIPTORS);

  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  pid_t child = -1;
  const int persona = sandbox_fix_addresses();
  int error = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
  sandbox_loosen_addresses(persona);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close_all(copies, SANDBOX_DESCRIPTORS);
  errno = error;
  return error == 0 ? child : -1;
}

static void limit(int resource, uint64_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  setrlimit(resource, &both);
}

/// Sends SIGKILL to every child of the keeper, which are all descendants whose own parents are gone.
/// Returns how many there were.
static int kill_children(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *list = fopen(path, "re");
  if (list == NULL) return 0;
  int count = 0, child;
  while (fscanf(list, "%d", &child) == 1) {
    kill(child, SIGKILL);
    count++;
  }
  fclose(list);
  return count;
}

/// Kills until no descendant is left: killing a parent hands its children to the keeper, which kills them in turn.
/// Returns how many were ended.
static int kill_all(void) {
  int ended = 0;
  for (;;) {
    kill_children();
    pid_t child = waitpid(-1, NULL, WNOHANG);
    if (child > 0) ended++;
    if (child < 0 && errno == ECHILD) return ended;
    if (child == 0) nanosleep(&(struct timespec){.tv_nsec = 100 * 1000}, NULL);
  }
}

/// Hands the report to the parent; ends this process where that is gone.
static void report(const struct sandbox_status *status) {
  if (write(SANDBOX_STATUS, status, sizeof *status) != sizeof *status) _exit(1);
}

/// Reaps whatever has ended. Returns whether the job was among it, and then how.
static int reaped(pid_t job, struct sandbox_status *status) {
  int wait_status;
  struct rusage usage;
  for (;;) {
    pid_t child = wait4(-1, &wait_status, WNOHANG, &usage);
    if (child <= 0) return 0;
    if (child != job) continue;
    status->wait_status = wait_status;
    status->peak_memory = (int64_t)usage.ru_maxrss * 1024;
    return 1;
  }
}

/// In nanoseconds, of the clock that never jumps.
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Waits for one of the signals until `deadline`, for ever where that is 0. Returns 0 when the time is over.
///
/// The time left is computed each time: a job whose children end all the while sends a signal all the while.
static int await(const sigset_t *awaited, int64_t deadline) {
  if (deadline == 0) return sigwaitinfo(awaited, NULL);
  const int64_t left = deadline - now();
  if (left <= 0) return 0;
  const int received = sigtimedwait(awaited, NULL, &(struct timespec){.tv_nsec = left});
  return received < 0 && errno == EAGAIN ? 0 : received;
}

/// The keeper's life: waits for the job or for an order to end it, clears up, reports.
static _Noreturn void keep(pid_t job, const sigset_t *awaited) {
  struct sandbox_status status = {0};
  int64_t deadline = 0;
  while (!reaped(job, &status)) {
    const int received = await(awaited, deadline);
    if (received == SIGTERM && deadline == 0) {
      kill(job, SIGABRT);
      deadline = now() + LAST_WORDS;
    } else if (received == SIGINT || received == 0) {
      kill(job, SIGKILL);
      deadline = 0;
    }
  }
  kill(-job, SIGKILL);
  status.strays = kill_all();
  report(&status);
  _exit(0);
}

/// Tells the parent that there is no job, for the reason in errno, and returns -1.
static int fail(void) {
  report(&(struct sandbox_status){.error = errno});
  return -1;
}

int sandbox_enter(const struct sandbox_limits *limits) {
  sigset_t awaited, none;
  sigemptyset(&none);
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, SIGINT);
  if (sigprocmask(SIG_BLOCK, &awaited, NULL) != 0) return fail();
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, SIGINT) != 0) return fail();
  struct pollfd parent = {.fd = SANDBOX_STATUS};
  if (poll(&parent, 1, 0) > 0 && (parent.revents & POLLERR)) _exit(1);

  pid_t job = fork();
  if (job < 0) return fail();
  if (job > 0) {
    setpgid(job, job);
    keep(job, &awaited);
  }
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(SANDBOX_STATUS);
  limit(RLIMIT_DATA, limits->memory);
  limit(RLIMIT_FSIZE, limits->file_size);
  limit(RLIMIT_CORE, 0);
  return sigprocmask(SIG_SETMASK, &none, NULL);
}

int sandbox_reopen_results(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getppid(), SANDBOX_RESULTS);
  return open(path, O_WRONLY | O_CLOEXEC);
}

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) { interrupted = signal; }

/// Catches a signal, unless whoever started this process has it ignored.
static void catch(int signal) {
  struct sigaction before;
  if (sigaction(signal, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
  sigaction(signal, &(struct sigaction){.sa_handler = note_interrupt}, NULL);
}

void sandbox_catch_interrupts(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  sigset_t caught;
  sigemptyset(&caught);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    catch(signals[index]);
    sigaddset(&caught, signals[index]);
  }
  pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
}

int sandbox_interrupted(void) { return interrupted; }
