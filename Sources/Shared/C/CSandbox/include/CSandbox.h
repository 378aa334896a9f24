/// Starts jobs in separate processes, and stops each together with all processes that it started.
///
/// The parent starts one *server*: this program with its libraries loaded and its data prepared. For each job the server
/// forks a *reaper*. It loads no plug-in. It is the subreaper of all descendants, including those that left the process
/// group or the session, and ends when none of them is alive. The *job* is forked from the reaper and runs the plug-in.
///
/// When the parent ends, the kernel kills the server, the reapers end their jobs, and nothing remains.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
  SANDBOX_RESULTS = 3,  ///< The job writes its results to it.
  SANDBOX_SHARED = 4,   ///< Shared by the caller with the job: memory, for example.
  SANDBOX_STATUS = 5,   ///< The reaper writes the sandbox_status to it. Closed in the job.
  SANDBOX_DESCRIPTORS = 6
};

/// The time in seconds that a request to the server may take: many times its start on a busy machine. A server that a job
/// stopped does not answer.
#define SANDBOX_PATIENCE 20

struct sandbox_limits {
  uint64_t memory;     ///< Private writable memory in bytes (RLIMIT_DATA).
  uint64_t file_size;  ///< The size of a file in bytes (RLIMIT_FSIZE).
  uint32_t processes;  ///< Processes and threads at once, where a control group or RLIMIT_NPROC can limit them.
};

/// The report of the reaper when all processes of the job have ended.
struct sandbox_status {
  int32_t wait_status;   ///< The job's status from waitpid().
  int32_t orphans;       ///< The number of processes that outlived the job and were killed.
  int64_t peak_memory;   ///< The job's largest resident set, in bytes.
  int64_t used_time;     ///< The processor time of the job and of its children for which it waited, in microseconds.
  int32_t error;         ///< errno if the reaper could not start the job, else 0.
};

/// Creates a pipe with close-on-exec ends. Returns 0, or -1 with errno.
int sandbox_pipe(int ends[2]);

/// Disables address space randomization for the programs that the calling thread starts. Reads of uninitialized or
/// foreign memory are then reproducible.
///
/// Returns the argument for `sandbox_restore_randomization`, or -1 if the system forbids it, as some containers do.
int sandbox_disable_randomization(void);
void sandbox_restore_randomization(int persona);

/// Starts the program `path`, which calls `sandbox_serve()` first, in a new process group with all signals at their
/// defaults. Its standard descriptors are /dev/null. Address space randomization is disabled if the system permits it.
///
/// Requests on the socket fail with EAGAIN after SANDBOX_PATIENCE, and earlier with EAGAIN or EINTR after an interruption.
///
/// Returns the process id and the socket for requests, which the caller closes to end the server; or -1 with errno.
pid_t sandbox_start_server(const char *path, char *const arguments[], char *const environment[], int *socket);

/// Forks a process from the server in a new process group, with exactly these descriptors.
///
/// `folder` is its working directory and the value of TMPDIR and HOME. `input` is what `sandbox_serve()` returns in it.
/// `descriptors[n]` becomes descriptor n; -1 means /dev/null. Returns the process id, or -1 with errno.
pid_t sandbox_fork(
  int socket, const char *folder, const void *input, size_t size, const int descriptors[SANDBOX_DESCRIPTORS]);

/// Waits for the end of a process that `sandbox_fork()` returned. Returns 0, or -1 with errno.
int sandbox_wait(int socket, pid_t reaper, int32_t *wait_status);

/// The main function of the server. Returns only in the forked processes: their input, which the caller frees.
///
/// Call it while the process has one thread. The server exits when the parent closes the socket.
void *sandbox_serve(size_t *size);

/// Splits the calling process into reaper and job. Returns 0 in the job and does not return in the reaper.
///
/// Call it first, while the process has one thread. On SIGTERM the reaper sends SIGABRT to the job, so that a crash
/// handler can record the backtrace, and SIGKILL after 300 ms. On SIGINT, and when the parent ends, it sends SIGKILL at
/// once. If the split fails, it reports the error to the parent and returns -1.
int sandbox_enter(const struct sandbox_limits *limits);

/// Creates a control group for at most `processes` processes and threads of a job. Returns whether that is permitted.
int sandbox_create_group(pid_t reaper, uint32_t processes);

/// Moves the calling process, a job, into the group. Returns whether that succeeded.
int sandbox_enter_group(pid_t reaper);

/// Removes the group of a job whose processes have ended; without effect if there is none.
void sandbox_remove_group(pid_t reaper);

/// Reopens the results of the job through the reaper's descriptor, after the job's descriptor was closed.
/// Returns a descriptor, or -1 with errno.
int sandbox_reopen_results(void);

/// Makes SIGINT, SIGTERM and SIGHUP set a flag instead of ending this process. Interrupted system calls return EINTR.
/// It also unblocks these signals. A signal that was ignored at the start remains ignored.
void sandbox_catch_interrupts(void);

/// The number of the last of these signals since the call above, or 0.
int sandbox_interrupted(void);
