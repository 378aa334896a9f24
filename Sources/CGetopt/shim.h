// getopt_long, which the Glibc module leaves out, with its global variables as arguments: Swift may not touch those.
#include <getopt.h>
#include <stddef.h>

/// Where getopt_long stands.
struct getopt_state {
  int index;          ///< Of the word to look at next; 1 at the start.
  const char *value;  ///< Of the option just returned; NULL where it takes none.
};

/// The next option, as getopt_long() returns it, without messages of its own.
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
