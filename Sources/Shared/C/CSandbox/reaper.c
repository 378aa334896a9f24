#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The time between SIGABRT and SIGKILL, for the job's crash handler, in nanoseconds.
#define ABORT_TIMEOUT (300 * 1000 * 1000)

static void limit(int resource, uint64_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  setrlimit(resource, &both);
}

/// Limits the number of tasks of this user to some more than exist now. The kernel ignores that for root.
static void limit_processes(uint32_t processes) {
  struct sysinfo system;
  if (sysinfo(&system) == 0) limit(RLIMIT_NPROC, (uint64_t)system.procs + processes);
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
///
/// All that have ended are reaped before the children are listed again, so the time is proportional to their number.
static int kill_all(void) {
  int ended = 0;
  for (;;) {
    kill_children();
    pid_t child;
    while ((child = waitpid(-1, NULL, WNOHANG)) > 0) ended++;
    if (child < 0 && errno == ECHILD) return ended;
    nanosleep(&(struct timespec){.tv_nsec = 100 * 1000}, NULL);
  }
}

/// Sends the status to the parent. Exits if the parent has ended.
static void report(const struct sandbox_status *status) {
  if (write(SANDBOX_STATUS, status, sizeof *status) != sizeof *status) _exit(1);
}

static int64_t microseconds(struct timeval time) { return (int64_t)time.tv_sec * 1000000 + time.tv_usec; }

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
    status->used_time = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
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
  sandbox_remove_group(getpid());
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

  const pid_t reaper = getpid();
  const int has_group = sandbox_create_group(reaper, limits->processes);
  pid_t job = fork();
  if (job < 0) {
    if (has_group) sandbox_remove_group(reaper);
    return fail();
  }
  if (job > 0) {
    setpgid(job, job);
    run_reaper(job, &awaited);
  }
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(SANDBOX_STATUS);
  if (!has_group || !sandbox_enter_group(reaper)) limit_processes(limits->processes);
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
