// The window is that of a program: it appears 1.5 s after show(), and the end of the program is noticed 0.4 s later.
#include "external.h"
#include <time.h>

static double start, end;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void show(ExternalWidget *widget) {
  (void)widget;
  start = now();
}

static void hide(ExternalWidget *widget) {
  start = 0;
  hide_external(widget);
}

static void run(ExternalWidget *widget) {
  if (start && now() - start > 1.5) {
    start = 0;
    show_external(widget);
  }
  if (end && now() - end > 0.4) {
    end = 0;
    widget->interface->is_closed = false;
    widget->host->ui_closed(widget->interface->controller);
  } else if (!end && idle_shown(widget->interface)) {
    end = now();
  }
}

EXTERNAL(run, show, hide)
