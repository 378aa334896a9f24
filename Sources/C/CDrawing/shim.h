// cairo with its XCB surfaces, and XCB itself.
#include <cairo/cairo-xcb.h>
#include <cairo/cairo.h>
#include <signal.h>
#include <stdlib.h>
#include <xcb/xcb.h>
