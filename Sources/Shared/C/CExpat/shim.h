// expat: reading XML.
#include <expat.h>
