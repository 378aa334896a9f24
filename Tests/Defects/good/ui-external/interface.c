// An external interface, which reports in run() that the user closed its window.
#include "external.h"

EXTERNAL(run_external, show_external, hide_external)
