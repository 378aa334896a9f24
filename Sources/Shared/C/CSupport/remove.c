#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CSupport.h"

/// The state of one removal.
struct removal {
  int top;       ///< Descriptor of the topmost directory.
  int names;     ///< Number of names given to moved directories.
  int progress;  ///< Number of entries removed or moved in this pass.
};

static int is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

static int is_directory(int parent, const char *name) {
  struct stat status;
  return fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

/// Opens a directory after it restores the owner's permissions; returns NULL on failure.
static DIR *open_directory(int parent, const char *name) {
  fchmodat(parent, name, S_IRWXU, 0);
  const int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *entries = directory < 0 ? NULL : fdopendir(directory);
  if (entries == NULL && directory >= 0) close(directory);
  return entries;
}

/// Moves a directory into the topmost one, under an unused name.
///
/// At most two directories are open at once, and no path grows, whatever the depth of the tree.
static void move_up(struct removal *removal, int parent, const char *name) {
  char unused[32];
  snprintf(unused, sizeof unused, "removed-%d", removal->names++);
  // renameat() writes the entry ".." of the directory and so needs write permission for it.
  fchmodat(parent, name, S_IRWXU, 0);
  removal->progress += renameat(parent, name, removal->top, unused) == 0;
}

/// Removes the files of a directory in the topmost one, moves its subdirectories up, and removes it if it is empty.
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

void support_remove(const char *path) {
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
