#include "probe_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TEXT_BYTES 4096

/// A constant and its name.
#define NAMED(constant) {constant, #constant}

/// The receiver of the items.
typedef struct receiver {
  probe_snapshot_visitor visitor;
  void *context;
} receiver;

static void emit(const receiver *to, probe_aspect aspect, const char *name, const char *value) {
  to->visitor(to->context, aspect, name, value);
}

static const char *signal_name(int signal, char *text, size_t capacity) {
  const char *name = sigabbrev_np(signal);
  if (name != NULL) snprintf(text, capacity, "SIG%s", name);
  else snprintf(text, capacity, "SIGRTMIN+%d", signal - SIGRTMIN);
  return text;
}

static void write_set(const sigset_t *set, char *text, size_t capacity) {
  size_t length = 0;
  text[0] = '\0';
  for (int signal = 1; signal <= SIGRTMAX; signal++) {
    char name[32];
    if (sigismember(set, signal) != 1 || length + sizeof name >= capacity) continue;
    length += (size_t)snprintf(text + length, capacity - length, "%s%s", length > 0 ? " " : "",
                               signal_name(signal, name, sizeof name));
  }
}

/// Appends to a text of `TEXT_BYTES`, of which `length` bytes are used, and returns the new length.
__attribute__((format(printf, 3, 4))) static size_t append(char *text, size_t length, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int added = vsnprintf(text + length, TEXT_BYTES - length, format, arguments);
  va_end(arguments);
  return added < 0 || (size_t)added >= TEXT_BYTES - length ? TEXT_BYTES - 1 : length + (size_t)added;
}

/// The C library sets this flag for its own purposes, also when system() restores a handler. It has no name in its headers.
#define FLAG_OF_LIBRARY 0x04000000u

/// A handler as the value "SIG_DFL" or "function at 0x1234, flags 0x4, mask SIGUSR2", without flags and mask if there are
/// none.
static void walk_signal_handlers(const receiver *to) {
  char name[32];
  char value[TEXT_BYTES];
  for (int signal = 1; signal <= SIGRTMAX; signal++) {
    struct sigaction action;
    if (sigaction(signal, NULL, &action) != 0) continue;
    size_t length = action.sa_handler == SIG_DFL   ? append(value, 0, "SIG_DFL")
                    : action.sa_handler == SIG_IGN ? append(value, 0, "SIG_IGN")
                                                   : append(value, 0, "function at %p", (void *)action.sa_sigaction);
    const unsigned flags = (unsigned)action.sa_flags & ~FLAG_OF_LIBRARY;
    if (flags != 0) length = append(value, length, ", flags %#x", flags);
    char mask[TEXT_BYTES];
    write_set(&action.sa_mask, mask, sizeof mask);
    if (mask[0] != '\0') append(value, length, ", mask %s", mask);
    emit(to, PROBE_ASPECT_SIGNAL_HANDLER, signal_name(signal, name, sizeof name), value);
  }
}

static void walk_signal_mask(const receiver *to) {
  char value[TEXT_BYTES];
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  write_set(&mask, value, sizeof value);
  emit(to, PROBE_ASPECT_SIGNAL_MASK, "mask", value);
}

static void walk_locale(const receiver *to) {
  static const struct {
    int category;
    const char *name;
  } categories[] = {NAMED(LC_CTYPE),   NAMED(LC_NUMERIC),  NAMED(LC_TIME),
                    NAMED(LC_COLLATE), NAMED(LC_MONETARY), NAMED(LC_MESSAGES)};
  for (size_t index = 0; index < sizeof categories / sizeof *categories; index++)
    emit(to, PROBE_ASPECT_LOCALE, categories[index].name, setlocale(categories[index].category, NULL));
  const locale_t own = uselocale((locale_t)0);
  char value[32];
  snprintf(value, sizeof value, "%p", (void *)own);
  emit(to, PROBE_ASPECT_LOCALE, "thread", own == LC_GLOBAL_LOCALE ? "global" : value);
}

static void walk_limits(const receiver *to) {
  static const struct {
    __rlimit_resource_t resource;
    const char *name;
  } limits[] = {NAMED(RLIMIT_AS),    NAMED(RLIMIT_CORE),    NAMED(RLIMIT_CPU),  NAMED(RLIMIT_DATA),
                NAMED(RLIMIT_FSIZE), NAMED(RLIMIT_MEMLOCK), NAMED(RLIMIT_NICE), NAMED(RLIMIT_NOFILE),
                NAMED(RLIMIT_NPROC), NAMED(RLIMIT_RTPRIO),  NAMED(RLIMIT_STACK)};
  for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
    struct rlimit limit;
    char value[64];
    if (getrlimit(limits[index].resource, &limit) != 0) continue;
    snprintf(value, sizeof value, "%llu %llu", (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
    emit(to, PROBE_ASPECT_LIMIT, limits[index].name, value);
  }
}

static void walk_environment(const receiver *to) {
  char name[TEXT_BYTES];
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    const size_t length = strcspn(*entry, "=");
    if (length >= sizeof name || (*entry)[length] == '\0') continue;
    memcpy(name, *entry, length);
    name[length] = '\0';
    emit(to, PROBE_ASPECT_ENVIRONMENT, name, *entry + length + 1);
  }
}

static void walk_descriptors(const receiver *to) {
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return;
  const struct dirent *entry;
  while ((entry = readdir(directory)) != NULL) {
    char value[TEXT_BYTES + 32];
    if (entry->d_name[0] == '.' || atoi(entry->d_name) == dirfd(directory)) continue;
    const ssize_t length = readlinkat(dirfd(directory), entry->d_name, value, TEXT_BYTES - 1);
    const int flags = fcntl(atoi(entry->d_name), F_GETFL);
    const bool waits = flags < 0 || (flags & O_NONBLOCK) == 0;
    strcpy(value + (length < 0 ? 0 : length), waits ? "" : ", not blocking");
    emit(to, PROBE_ASPECT_DESCRIPTOR, entry->d_name, value);
  }
  closedir(directory);
}

static void walk_threads(const receiver *to) {
  DIR *directory = opendir("/proc/self/task");
  if (directory == NULL) return;
  const struct dirent *entry;
  while ((entry = readdir(directory)) != NULL) {
    char path[64 + sizeof entry->d_name];
    char value[64] = "";
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
    FILE *file = fopen(path, "re");
    if (file != NULL) {
      if (fgets(value, sizeof value, file) != NULL) value[strcspn(value, "\n")] = '\0';
      fclose(file);
    }
    emit(to, PROBE_ASPECT_THREAD, entry->d_name, value);
  }
  closedir(directory);
}

/// Reads the mask from /proc/self/status, because umask() cannot read it without changing it.
static void walk_umask(const receiver *to) {
  FILE *file = fopen("/proc/self/status", "re");
  if (file == NULL) return;
  char line[256];
  char value[16];
  while (fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "Umask: %15s", value) == 1) emit(to, PROBE_ASPECT_UMASK, "umask", value);
  fclose(file);
}

static void walk_priority(const receiver *to) {
  char value[16];
  snprintf(value, sizeof value, "%d", getpriority(PRIO_PROCESS, 0));
  emit(to, PROBE_ASPECT_PRIORITY, "nice value", value);
}

static void walk_mappings(const receiver *to) {
  FILE *file = fopen("/proc/self/maps", "re");
  if (file == NULL) return;
  char line[TEXT_BYTES];
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *space = strchr(line, ' ');
    if (space == NULL) continue;
    *space = '\0';
    emit(to, PROBE_ASPECT_MAPPING, line, space + 1);
  }
  fclose(file);
}

static void walk_directory(const receiver *to) {
  char directory[TEXT_BYTES];
  emit(to, PROBE_ASPECT_DIRECTORY, "cwd", getcwd(directory, sizeof directory) != NULL ? directory : "");
}

void probe_snapshot_walk(probe_aspect aspect, probe_snapshot_visitor visitor, void *context) {
  const receiver to = {visitor, context};
  switch (aspect) {
    case PROBE_ASPECT_SIGNAL_HANDLER: return walk_signal_handlers(&to);
    case PROBE_ASPECT_SIGNAL_MASK: return walk_signal_mask(&to);
    case PROBE_ASPECT_LOCALE: return walk_locale(&to);
    case PROBE_ASPECT_DIRECTORY: return walk_directory(&to);
    case PROBE_ASPECT_UMASK: return walk_umask(&to);
    case PROBE_ASPECT_PRIORITY: return walk_priority(&to);
    case PROBE_ASPECT_LIMIT: return walk_limits(&to);
    case PROBE_ASPECT_ENVIRONMENT: return walk_environment(&to);
    case PROBE_ASPECT_DESCRIPTOR: return walk_descriptors(&to);
    case PROBE_ASPECT_MAPPING: return walk_mappings(&to);
    case PROBE_ASPECT_THREAD: return walk_threads(&to);
  }
}
