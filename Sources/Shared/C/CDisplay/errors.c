// For dladdr().
#define _GNU_SOURCE
#include "CDisplay.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <string.h>
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
static bool is_synchronous;

static bool begins(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

/// The name of the library that contains an address; empty if none does.
static const char *library_at(const void *address) {
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) return "";
  const char *slash = strrchr(info.dli_fname, '/');
  return slash ? slash + 1 : info.dli_fname;
}

/// Whether the caller of Xlib, of the request or of a later one, is a library of OpenGL or its driver.
static bool is_of_driver(const struct cdisplay_error *error) {
  int frame = 0;
  while (frame < error->depth && !begins(library_at(error->frames[frame]), "libX11")) frame++;
  while (frame < error->depth && begins(library_at(error->frames[frame]), "libX")) frame++;
  if (frame == error->depth) return false;
  const char *caller = library_at(error->frames[frame]);
  return begins(caller, "libGL") || begins(caller, "libEGL") || strstr(caller, "_dri.so");
}

/// Whether the software renderer of OpenGL can have made the request: if Xlib does not wait for the result, the caller is
/// unknown.
static bool can_be_of_driver(void) {
  if (is_synchronous) return false;
  void *renderer = dlopen("libGLX_mesa.so.0", RTLD_NOW | RTLD_NOLOAD);
  if (renderer) dlclose(renderer);
  return renderer != NULL;
}

static int record(void *display, struct error_event *event) {
  (void)display;
  if (is_excused() || can_be_of_driver()) return 0;
  struct cdisplay_error error = {.code = event->code, .request = event->request, .minor = event->minor};
  error.depth = backtrace(error.frames, CDISPLAY_FRAMES);
  if (is_of_driver(&error)) return 0;
  if (count < CAPACITY) errors[count] = error;
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
  is_synchronous = synchronous;
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
