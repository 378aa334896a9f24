#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The time between SIGABRT and SIGKILL, for the job's crash handler, in nanoseconds.
#define ABORT_TIMEOUT (300 * 1000 * 1000)

int sandbox_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int sandbox_disable_randomization(void) {
  const int persona = personality(0xffffffff);
  return persona < 0 || personality(persona | ADDR_NO_RANDOMIZE) < 0 ? -1 : persona;
}

void sandbox_restore_randomization(int persona) {
  if (persona >= 0) personality(persona);
}

static void close_all(const int *descriptors, int count) {
  for (int number = 0; number < count; number++)
    if (descriptors[number] >= 0) close(descriptors[number]);
}

/// Duplicates descriptors to numbers from SANDBOX_DESCRIPTORS on; -1 stays -1. Returns -1 with errno on failure.
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
  // With numbers above those of the child, no adddup2 action below overwrites the source of another.
  int copies[SANDBOX_DESCRIPTORS];
  if (copy_above(descriptors, copies) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  posix_spawn_file_actions_addchdir_np(&actions, directory);
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++) {
    if (copies[number] < 0) posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
    else posix_spawn_file_actions_adddup2(&actions, copies[number], number);
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
  const int persona = sandbox_disable_randomization();
  int error = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
  sandbox_restore_randomization(persona);
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

/// Sends SIGKILL to every child of the reaper, that is, to every descendant whose own parent has ended.
static void kill_children(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *list = fopen(path, "re");
  if (list == NULL) return;
  int child;
  while (fscanf(list, "%d", &child) == 1) kill(child, SIGKILL);
  fclose(list);
}

/// Kills all descendants. When a process ends, its children become children of the reaper, which kills them next.
/// Returns the number of killed processes.
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

/// Sends the status to the parent. Exits if the parent has ended.
static void report(const struct sandbox_status *status) {
  if (write(SANDBOX_STATUS, status, sizeof *status) != sizeof *status) _exit(1);
}

/// Reaps all ended children. Returns whether the job was one of them; its status is then in `*status`.
static int reap(pid_t job, struct sandbox_status *status) {
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

/// The monotonic clock in nanoseconds.
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Waits for one of the signals until `deadline`; 0 means no deadline. Returns the signal, or 0 at the deadline.
///
/// An absolute deadline is needed, because every child that ends sends a signal.
static int wait_for_signal(const sigset_t *awaited, int64_t deadline) {
  if (deadline == 0) return sigwaitinfo(awaited, NULL);
  const int64_t left = deadline - now();
  if (left <= 0) return 0;
  const int received = sigtimedwait(awaited, NULL, &(struct timespec){.tv_nsec = left});
  return received < 0 && errno == EAGAIN ? 0 : received;
}

/// The main function of the reaper: waits for the end of the job or a signal to stop it, kills orphans, and reports.
static _Noreturn void run_reaper(pid_t job, const sigset_t *awaited) {
  struct sandbox_status status = {0};
  int64_t deadline = 0;
  while (!reap(job, &status)) {
    const int received = wait_for_signal(awaited, deadline);
    if (received == SIGTERM && deadline == 0) {
      kill(job, SIGABRT);
      deadline = now() + ABORT_TIMEOUT;
    } else if (received == SIGINT || received == 0) {
      kill(job, SIGKILL);
      deadline = 0;
    }
  }
  kill(-job, SIGKILL);
  status.orphans = kill_all();
  report(&status);
  _exit(0);
}

/// Reports to the parent that there is no job, with errno. Returns -1.
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
    run_reaper(job, &awaited);
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

/// Catches a signal, unless it was ignored at the start of this process.
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
