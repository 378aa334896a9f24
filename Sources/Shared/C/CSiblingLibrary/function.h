#pragma once

/// Returns a function of libc or libdl, or NULL if no loaded library has it.
///
/// An import would bind the library to one of both: glibc 2.34 moved the functions for libraries from libdl to libc, with a
/// new version.
void *find_function(const char *name);
