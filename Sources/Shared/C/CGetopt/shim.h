// getopt_long(3), which Swift's Glibc module does not export. Its global variables become arguments, because Swift does not
// permit access to mutable C globals.
#include <getopt.h>
#include <stddef.h>

/// The position of getopt_long().
struct getopt_state {
  int index;          ///< Index of the next argument; 0 starts a new parse.
  const char *value;  ///< Value of the option returned last, or NULL.
};

/// Returns the next option as getopt_long() does, without messages on standard error.
static inline int getopt_next(
  int count, char *const words[], const char *short_names, const struct option *long_names,
  struct getopt_state *state) {
  opterr = 0;
  optind = state->index;
  optarg = NULL;
  int option = getopt_long(count, words, short_names, long_names, NULL);
  state->index = optind;
  state->value = optarg;
  return option;
}
