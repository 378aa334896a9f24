// lilv: discovery and description of the plug-ins on LV2_PATH.
#include <lilv/lilv.h>
