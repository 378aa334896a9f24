#pragma once

/// Creates and opens a file with a unique name; mkostemp(3), which Swift's Glibc module does not export.
int mkostemp(char *name_template, int flags);

/// Removes a directory with all its contents, of any depth and with any permissions. Symbolic links are not followed.
void support_remove(const char *path);
