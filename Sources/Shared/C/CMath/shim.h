// libm, because Embedded Swift has no elementary functions.
#include <math.h>
