// libm: the elementary functions, which Embedded Swift does not have.
#include <math.h>
