// lilv: discovery and description of the installed plug-ins.
#include <lilv/lilv.h>
