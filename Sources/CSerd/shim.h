// serd: writing Turtle.
#include <serd/serd.h>
