/// Starting a job in a process of its own, and ending it with all that it started.
///
/// Two processes stand behind each job. The *keeper* is what the parent spawns: it loads nothing, is the reaper of
/// every descendant (also of those that left the process group or the session), and ends when none is alive. The *job*
/// is forked from it and does the dangerous work.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <stdint.h>
#include <sys/types.h>

enum {
  SANDBOX_RESULTS = 3,  ///< What the job writes its results to.
  SANDBOX_SHARED = 4,   ///< What the caller shares with the job: memory, for example.
  SANDBOX_STATUS = 5,   ///< What the keeper writes the sandbox_status to; closed in the job.
  SANDBOX_DESCRIPTORS = 6
};

/// What a job may use.
struct sandbox_limits {
  uint64_t memory;     ///< Private writable memory in bytes (RLIMIT_DATA).
  uint64_t file_size;  ///< The largest file that it may write, in bytes (RLIMIT_FSIZE).
};

/// How a job ended: what the keeper reports when nothing of it is left alive.
struct sandbox_status {
  int32_t wait_status;   ///< As waitpid() gives it.
  int32_t strays;        ///< Processes that outlived the job and were killed.
  int64_t peak_memory;   ///< The job's largest resident set, in bytes.
  int32_t error;         ///< errno, where the keeper could not start a job; else 0.
};

/// Makes a pipe whose ends are closed on exec. Returns 0, or -1 with errno.
int sandbox_pipe(int ends[2]);

/// Has the programs that the calling thread starts from now on lie at the same addresses in every run, so that what a
/// plug-in reads where it should not is the same too.
///
/// Returns what `sandbox_loosen_addresses` takes to end it; -1 where the system does not allow it, as in some containers.
int sandbox_fix_addresses(void);
void sandbox_loosen_addresses(int persona);

/// Spawns `path` in a process group of its own with exactly these descriptors, all signals at their defaults,
/// and its addresses fixed where that is allowed.
///
/// `directory` is its working directory; `descriptors[n]` becomes n, -1 means /dev/null.
/// Returns the process id, or -1 with errno.
pid_t sandbox_spawn(
  const char *path, char *const arguments[], char *const environment[], const char *directory,
  const int descriptors[SANDBOX_DESCRIPTORS]);

/// Splits the calling process into keeper and job: returns 0 in the job, and never in the keeper.
///
/// To be called first thing, while the process has one thread. A SIGTERM makes the keeper end the job: SIGABRT first,
/// so that a crash handler can say where it was, SIGKILL 300 ms later. A SIGKILL follows at once on SIGINT, and when the
/// parent dies. Returns -1 where the split fails, which the parent has then been told.
int sandbox_enter(const struct sandbox_limits *limits);

/// Opens the results of the job again after somebody closed its descriptor, through the keeper's copy.
/// Returns a descriptor, or -1 with errno.
int sandbox_reopen_results(void);

/// Makes SIGINT, SIGTERM and SIGHUP set a flag instead of ending this process; a system call they meet returns EINTR.
/// They are unblocked too, whatever mask this process was started with; one that it was started to ignore stays ignored.
void sandbox_catch_interrupts(void);

/// Whether one of these came since: the signal's number, or 0.
int sandbox_interrupted(void);

/// Removes a directory with all that is in it, however deep it is and whatever its permissions.
void sandbox_remove(const char *path);

#endif
