#include "CDisplay.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <sys/wait.h>

/// XErrorEvent of Xlib.h, without its types.
struct error_event {
  int type;
  void *display;
  unsigned long resource, serial;
  unsigned char code, request, minor;
};

typedef int (*handler)(void *display, struct error_event *event);
typedef handler (*handler_setter)(handler);

/// More errors are counted, but not recorded.
#define CAPACITY 64

static struct cdisplay_error errors[CAPACITY];
static size_t count;
static handler_setter set_handler;
static handler original;
static bool (*is_excused)(void);

static int record(void *display, struct error_event *event) {
  (void)display;
  if (is_excused()) return 0;
  if (count < CAPACITY) {
    struct cdisplay_error *error = &errors[count];
    error->code = event->code;
    error->request = event->request;
    error->minor = event->minor;
    error->depth = backtrace(error->frames, CDISPLAY_FRAMES);
  }
  count++;
  return 0;
}

static int server_process;
static void (*report_lost_server)(void);

/// Called when a connection of Xlib is lost. When it returns, Xlib calls exit().
static int lose(void *display) {
  (void)display;
  if (server_process > 0 && waitpid(server_process, NULL, WNOHANG) == server_process) report_lost_server();
  return 0;
}

void cdisplay_watch_errors(bool synchronous, int server, void (*server_lost)(void), bool (*excused)(void)) {
  server_process = server;
  report_lost_server = server_lost;
  is_excused = excused;
  // Xlib is not loaded only to set its handlers.
  void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (!library) return;
  int *debug = dlsym(library, "_Xdebug");
  set_handler = (handler_setter)dlsym(library, "XSetErrorHandler");
  if (debug) *debug = synchronous;
  int (*(*set_loss_handler)(int (*)(void *)))(void *) = dlsym(library, "XSetIOErrorHandler");
  if (set_loss_handler) set_loss_handler(lose);
  if (!set_handler) return;
  handler previous = set_handler(record);
  if (previous != record && !original) original = previous;
}

void *cdisplay_replaced_handler(void) {
  if (!set_handler) return NULL;
  handler present = set_handler(record);
  return present == record || present == original ? NULL : (void *)present;
}

size_t cdisplay_error_count(void) { return count; }

const struct cdisplay_error *cdisplay_error_at(size_t index) {
  return index < count && index < CAPACITY ? &errors[index] : NULL;
}
