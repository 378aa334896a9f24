// The interface has a ui_resize() that its description does not declare.
#include "interface.h"

RESIZE(resize_interface)
INTERFACE(.extension_data = resize_interface_data)
