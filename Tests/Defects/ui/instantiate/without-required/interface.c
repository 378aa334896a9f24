// The interface opens in a host without ui:resize, which it requires.
#include "interface.h"

RESIZE(resize_interface)
INTERFACE(.extension_data = resize_interface_data)
