#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CSandbox.h"

/// What is being removed.
struct removal {
  int top;       ///< The directory that everything is in.
  int names;     ///< How many names were given to directories that were moved.
  int progress;  ///< How much was removed or moved.
};

static int is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

static int is_directory(int parent, const char *name) {
  struct stat status;
  return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

/// Opens a directory whoever took which rights from it; NULL where that cannot be done.
static DIR *open_directory(int parent, const char *name) {
  fchmodat(parent, name, S_IRWXU, 0);
  const int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *entries = directory < 0 ? NULL : fdopendir(directory);
  if (entries == NULL && directory >= 0) close(directory);
  return entries;
}

/// Makes a directory that is not empty one of those in the topmost, under a name that none has.
///
/// So no more than two are open at once, and no path grows, in a tree of any depth.
static void move_up(struct removal *removal, int parent, const char *name) {
  char unused[32];
  snprintf(unused, sizeof unused, "lv2val-removed-%d", removal->names++);
  // To move a directory means to write its entry "..".
  fchmodat(parent, name, S_IRWXU, 0);
  removal->progress += renameat(parent, name, removal->top, unused) == 0;
}

/// Removes a directory in the topmost, after all that is in it.
static void remove_directory(struct removal *removal, const char *name) {
  DIR *entries = open_directory(removal->top, name);
  const struct dirent *entry;
  while (entries != NULL && (entry = readdir(entries)) != NULL) {
    if (is_dots(entry->d_name)) continue;
    if (is_directory(dirfd(entries), entry->d_name)) move_up(removal, dirfd(entries), entry->d_name);
    else removal->progress += unlinkat(dirfd(entries), entry->d_name, 0) == 0;
  }
  if (entries != NULL) closedir(entries);
  removal->progress += unlinkat(removal->top, name, AT_REMOVEDIR) == 0;
}

void sandbox_remove(const char *path) {
  // A link in its place is not followed.
  if (!is_directory(AT_FDCWD, path)) unlink(path);
  DIR *entries = is_directory(AT_FDCWD, path) ? open_directory(AT_FDCWD, path) : NULL;
  if (entries == NULL) return;
  struct removal removal = {.top = dirfd(entries)};
  do {
    removal.progress = 0;
    rewinddir(entries);
    const struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
      if (is_dots(entry->d_name)) continue;
      if (is_directory(removal.top, entry->d_name)) remove_directory(&removal, entry->d_name);
      else removal.progress += unlinkat(removal.top, entry->d_name, 0) == 0;
    }
  } while (removal.progress > 0);
  closedir(entries);
  rmdir(path);
}
