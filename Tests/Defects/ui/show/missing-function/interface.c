// The widget has no function that hides the window.
#include "external.h"

EXTERNAL(run_external, show_external, NULL)
