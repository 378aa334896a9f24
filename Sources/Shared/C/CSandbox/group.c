#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PATH_BYTES 512

/// How often, every millisecond, a group is removed that still has processes.
#define REMOVAL_ATTEMPTS 200

/// Writes the path of a file in the control group of a job, or of the group itself if `file` is empty. Returns whether this
/// process is in a group with the controller of processes.
///
/// A group below that of this process is created: in the hierarchy `pids` of version 1, or in that of version 2.
static int group_path(char path[PATH_BYTES], pid_t reaper, const char *file) {
  FILE *list = fopen("/proc/self/cgroup", "re");
  if (list == NULL) return 0;
  char line[PATH_BYTES], unified[PATH_BYTES] = "", pids[PATH_BYTES] = "";
  while (fgets(line, sizeof line, list) != NULL) {
    line[strcspn(line, "\n")] = 0;
    const char *group = strchr(line, '/');
    if (group == NULL) continue;
    if (strncmp(line, "0::", 3) == 0) snprintf(unified, sizeof unified, "/sys/fs/cgroup%s", group);
    if (strstr(line, ":pids:") != NULL) snprintf(pids, sizeof pids, "/sys/fs/cgroup/pids%s", group);
  }
  fclose(list);
  const char *parent = pids[0] != 0 ? pids : unified;
  const int length = snprintf(path, PATH_BYTES, "%s/lv2val-%d%s", parent, (int)reaper, file);
  return parent[0] != 0 && length < PATH_BYTES;
}

/// Writes a number to a file of the group. Returns whether that succeeded.
static int write_number(pid_t reaper, const char *file, unsigned number) {
  char path[PATH_BYTES], text[16];
  if (!group_path(path, reaper, file)) return 0;
  const int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const int length = snprintf(text, sizeof text, "%u", number);
  const int is_written = write(descriptor, text, (size_t)length) == length;
  close(descriptor);
  return is_written;
}

int sandbox_create_group(pid_t reaper, uint32_t processes) {
  char path[PATH_BYTES];
  if (!group_path(path, reaper, "") || mkdir(path, 0755) != 0) return 0;
  if (write_number(reaper, "/pids.max", processes)) return 1;
  rmdir(path);
  return 0;
}

int sandbox_enter_group(pid_t reaper) { return write_number(reaper, "/cgroup.procs", 0); }

void sandbox_remove_group(pid_t reaper) {
  char path[PATH_BYTES];
  if (!group_path(path, reaper, "")) return;
  // A process that was killed just now still belongs to the group.
  for (int attempt = 0; attempt < REMOVAL_ATTEMPTS && rmdir(path) != 0 && errno == EBUSY; attempt++)
    nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
}
