#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/// The server's end of the socket.
#define REQUESTS 3

/// The interval in milliseconds at which the parent looks for an interruption while it waits for the server.
#define POLL_INTERVAL 100

/// The strings of SANDBOX_FORK follow, and its descriptors come with the request.
struct request {
  enum { SANDBOX_FORK, SANDBOX_WAIT } kind;
  pid_t reaper;          ///< For SANDBOX_WAIT.
  uint32_t descriptors;  ///< Bit n is set if the process gets a descriptor n.
  uint32_t folder_size;  ///< With the null byte.
  uint32_t input_size;
};

struct reply {
  int32_t value;  ///< The process id, or the wait status.
  int32_t error;  ///< errno, or 0.
};

int sandbox_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int sandbox_disable_randomization(void) {
  const int persona = personality(0xffffffff);
  return persona < 0 || personality(persona | ADDR_NO_RANDOMIZE) < 0 ? -1 : persona;
}

void sandbox_restore_randomization(int persona) {
  if (persona >= 0) personality(persona);
}

// ---------------------------------------------------------------------------------------------------- The parent's side

/// Spawns the server with `requests` as its only descriptor above the standard ones.
static int spawn(
    pid_t *server, int requests, const char *path, char *const arguments[], char *const environment[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  posix_spawn_file_actions_adddup2(&actions, requests, REQUESTS);
  for (int number = 0; number < REQUESTS; number++)
    posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, REQUESTS + 1);

  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  const int persona = sandbox_disable_randomization();
  const int error = posix_spawn(server, path, &actions, &attributes, arguments, environment);
  sandbox_restore_randomization(persona);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}

pid_t sandbox_start_server(
    const char *path, char *const arguments[], char *const environment[], int *socket) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  // dup2() to the same number would leave close-on-exec set.
  const int requests = fcntl(ends[1], F_DUPFD_CLOEXEC, REQUESTS + 1);
  pid_t server = -1;
  const int error = requests < 0 ? errno : spawn(&server, requests, path, arguments, environment);
  close(ends[1]);
  if (requests >= 0) close(requests);
  if (error == 0) {
    const struct timeval interval = {.tv_usec = 1000 * POLL_INTERVAL};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &interval, sizeof interval);
    setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &interval, sizeof interval);
    *socket = ends[0];
    return server;
  }
  close(ends[0]);
  errno = error;
  return -1;
}

/// Whether to try again after a failure of the socket. `waited` counts the intervals.
static int is_temporary(int *waited) {
  if (errno == EINTR) return sandbox_interrupted() == 0;
  return errno == EAGAIN && sandbox_interrupted() == 0 && ++*waited < 1000 * SANDBOX_PATIENCE / POLL_INTERVAL;
}

/// Sends all bytes; the descriptors, if there are any, with the first one. Returns 0, or -1 with errno.
static int send_all(int socket, const void *bytes, size_t size, const int *descriptors, size_t count) {
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(SANDBOX_DESCRIPTORS * sizeof(int))] = {0};
  int waited = 0;
  while (size > 0) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
      message.msg_control = control;
      message.msg_controllen = CMSG_SPACE(count * sizeof(int));
      struct cmsghdr *header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(count * sizeof(int));
      memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent < 0 && is_temporary(&waited)) continue;
    if (sent < 0) return -1;
    bytes = (const char *)bytes + sent;
    size -= (size_t)sent;
    count = 0;
  }
  return 0;
}

/// Receives exactly `size` bytes. Returns 0, or -1 with errno; ECONNRESET at the end of the connection.
static int receive_all(int socket, void *bytes, size_t size) {
  int waited = 0;
  while (size > 0) {
    const ssize_t count = recv(socket, bytes, size, 0);
    if (count < 0 && is_temporary(&waited)) continue;
    if (count == 0) errno = ECONNRESET;
    if (count <= 0) return -1;
    bytes = (char *)bytes + count;
    size -= (size_t)count;
  }
  return 0;
}

static int receive_reply(int socket, int32_t *value) {
  struct reply reply;
  if (receive_all(socket, &reply, sizeof reply) != 0) return -1;
  *value = reply.value;
  errno = reply.error;
  return reply.error == 0 ? 0 : -1;
}

pid_t sandbox_fork(
    int socket, const char *folder, const void *input, size_t size, const int descriptors[SANDBOX_DESCRIPTORS]) {
  struct request request = {
    .kind = SANDBOX_FORK, .folder_size = (uint32_t)strlen(folder) + 1, .input_size = (uint32_t)size};
  int present[SANDBOX_DESCRIPTORS];
  size_t count = 0;
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++) {
    if (descriptors[number] < 0) continue;
    request.descriptors |= 1u << number;
    present[count++] = descriptors[number];
  }
  int32_t reaper;
  if (send_all(socket, &request, sizeof request, present, count) != 0) return -1;
  if (send_all(socket, folder, request.folder_size, NULL, 0) != 0) return -1;
  if (send_all(socket, input, size, NULL, 0) != 0) return -1;
  return receive_reply(socket, &reaper) == 0 ? reaper : -1;
}

int sandbox_wait(int socket, pid_t reaper, int32_t *wait_status) {
  const struct request request = {.kind = SANDBOX_WAIT, .reaper = reaper};
  if (send_all(socket, &request, sizeof request, NULL, 0) != 0) return -1;
  return receive_reply(socket, wait_status);
}

// ---------------------------------------------------------------------------------------------------- The server's side

/// Receives a request with its descriptors. At the end of the connection this process exits.
static struct request receive_request(int descriptors[SANDBOX_DESCRIPTORS]) {
  struct request request;
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(SANDBOX_DESCRIPTORS * sizeof(int))];
  struct iovec part = {.iov_base = &request, .iov_len = sizeof request};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  if (recvmsg(REQUESTS, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC) != sizeof request) _exit(0);
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  const int *received = header != NULL ? (const int *)CMSG_DATA(header) : NULL;
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++)
    descriptors[number] = received != NULL && request.descriptors >> number & 1 ? *received++ : -1;
  return request;
}

/// Gives a variable a value. If the length stays the same, the value is also changed in /proc/PID/environ.
static void set_variable(const char *name, const char *value) {
  char *present = getenv(name);
  if (present != NULL && strlen(present) == strlen(value)) strcpy(present, value);
  else setenv(name, value, 1);
}

/// Makes this process the one that the request describes. Returns 0, or -1.
static int become(const char *folder, const int received[SANDBOX_DESCRIPTORS]) {
  setpgid(0, 0);
  set_variable("TMPDIR", folder);
  set_variable("HOME", folder);
  // With numbers above those of the process, no dup2() below overwrites the source of another.
  int copies[SANDBOX_DESCRIPTORS];
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++) {
    // Not the server's /dev/null: flags such as O_NONBLOCK would be common to all jobs.
    const int source = received[number] >= 0 ? received[number] : open("/dev/null", O_RDWR | O_CLOEXEC);
    copies[number] = fcntl(source, F_DUPFD_CLOEXEC, SANDBOX_DESCRIPTORS);
    if (copies[number] < 0) return -1;
  }
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++) dup2(copies[number], number);
  closefrom(SANDBOX_DESCRIPTORS);
  return chdir(folder);
}

/// Forks a process, and replies. Returns whether this is the new process.
///
/// It begins after the reply: its job could end this server before.
static int serve_fork(const int received[SANDBOX_DESCRIPTORS], char *text) {
  int start[2];
  char byte = 0;
  const int has_start = sandbox_pipe(start) == 0;
  const pid_t reaper = has_start ? fork() : -1;
  if (reaper == 0) {
    close(start[1]);
    if (read(start[0], &byte, 1) != 1 || become(text, received) != 0) _exit(1);
    return 1;
  }
  const struct reply reply = {.value = reaper, .error = reaper < 0 ? errno : 0};
  // The parent must not signal the group before it exists.
  if (reaper > 0) setpgid(reaper, reaper);
  for (int number = 0; number < SANDBOX_DESCRIPTORS; number++)
    if (received[number] >= 0) close(received[number]);
  if (send_all(REQUESTS, &reply, sizeof reply, NULL, 0) != 0) _exit(0);
  if (has_start) {
    (void)!write(start[1], &byte, 1);
    close(start[0]), close(start[1]);
  }
  return 0;
}

static void serve_wait(pid_t reaper) {
  struct reply reply = {0};
  if (waitpid(reaper, &reply.value, 0) < 0) reply.error = errno;
  if (send_all(REQUESTS, &reply, sizeof reply, NULL, 0) != 0) _exit(0);
}

void *sandbox_serve(size_t *size) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) {
    int descriptors[SANDBOX_DESCRIPTORS];
    const struct request request = receive_request(descriptors);
    if (request.kind == SANDBOX_WAIT) {
      serve_wait(request.reaper);
      continue;
    }
    // The folder, and behind it the input.
    char *text = malloc((size_t)request.folder_size + request.input_size);
    if (text == NULL || receive_all(REQUESTS, text, (size_t)request.folder_size + request.input_size) != 0) _exit(1);
    if (serve_fork(descriptors, text)) {
      *size = request.input_size;
      memmove(text, text + request.folder_size, request.input_size);
      return text;
    }
    free(text);
  }
}
