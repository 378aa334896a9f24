// A part of a toolkit.
int toolkit(void) { return 1; }
