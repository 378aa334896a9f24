// An ALSA sequencer without events, for a host that needs one on a machine without /dev/snd/seq. The library is preloaded; the functions
// of libasound for structures in memory remain in use.
#include <alsa/asoundlib.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>

static int wake = -1, ports;
static char sequencer;

int snd_seq_open(snd_seq_t **handle, const char *name, int streams, int mode) {
  (void)name, (void)streams, (void)mode;
  if (wake < 0) wake = eventfd(0, EFD_CLOEXEC);
  *handle = (snd_seq_t *)&sequencer;
  return wake < 0 ? -errno : 0;
}
int snd_seq_close(snd_seq_t *s) { (void)s; return 0; }
int snd_seq_client_id(snd_seq_t *s) { (void)s; return 128; }
int snd_seq_set_client_name(snd_seq_t *s, const char *name) { (void)s, (void)name; return 0; }

// The descriptor never becomes readable.
int snd_seq_poll_descriptors_count(snd_seq_t *s, short events) { (void)s, (void)events; return 1; }
int snd_seq_poll_descriptors(snd_seq_t *s, struct pollfd *fds, unsigned int space, short events) {
  (void)s;
  if (space < 1) return 0;
  *fds = (struct pollfd){.fd = wake, .events = events & POLLIN};
  return 1;
}

int snd_seq_alloc_queue(snd_seq_t *s) { (void)s; return 0; }
int snd_seq_free_queue(snd_seq_t *s, int queue) { (void)s, (void)queue; return 0; }
int snd_seq_control_queue(snd_seq_t *s, int queue, int type, int value, snd_seq_event_t *event) {
  (void)s, (void)queue, (void)type, (void)value, (void)event;
  return 0;
}
int snd_seq_get_queue_status(snd_seq_t *s, int queue, snd_seq_queue_status_t *status) {
  (void)s, (void)queue, (void)status;
  return 0;
}
int snd_seq_get_queue_tempo(snd_seq_t *s, int queue, snd_seq_queue_tempo_t *tempo) {
  (void)s, (void)queue;
  snd_seq_queue_tempo_set_skew(tempo, 0x10000);
  snd_seq_queue_tempo_set_skew_base(tempo, 0x10000);
  return 0;
}
int snd_seq_set_queue_tempo(snd_seq_t *s, int queue, snd_seq_queue_tempo_t *tempo) { (void)s, (void)queue, (void)tempo; return 0; }
int snd_seq_set_queue_timer(snd_seq_t *s, int queue, snd_seq_queue_timer_t *timer) { (void)s, (void)queue, (void)timer; return 0; }

int snd_seq_create_simple_port(snd_seq_t *s, const char *name, unsigned int caps, unsigned int type) {
  (void)s, (void)name, (void)caps, (void)type;
  return ports++;
}
int snd_seq_delete_simple_port(snd_seq_t *s, int port) { (void)s, (void)port; return 0; }
int snd_seq_get_port_info(snd_seq_t *s, int port, snd_seq_port_info_t *info) { (void)s, (void)port, (void)info; return 0; }
int snd_seq_set_port_info(snd_seq_t *s, int port, snd_seq_port_info_t *info) { (void)s, (void)port, (void)info; return 0; }
int snd_seq_get_any_port_info(snd_seq_t *s, int client, int port, snd_seq_port_info_t *info) {
  (void)s, (void)client, (void)port, (void)info;
  return -ENOENT;
}
int snd_seq_get_any_client_info(snd_seq_t *s, int client, snd_seq_client_info_t *info) {
  (void)s, (void)client, (void)info;
  return -ENOENT;
}
int snd_seq_query_next_client(snd_seq_t *s, snd_seq_client_info_t *info) { (void)s, (void)info; return -ENOENT; }
int snd_seq_query_next_port(snd_seq_t *s, snd_seq_port_info_t *info) { (void)s, (void)info; return -ENOENT; }
int snd_seq_query_port_subscribers(snd_seq_t *s, snd_seq_query_subscribe_t *info) { (void)s, (void)info; return -ENOENT; }
int snd_seq_subscribe_port(snd_seq_t *s, snd_seq_port_subscribe_t *sub) { (void)s, (void)sub; return -ENOENT; }
int snd_seq_unsubscribe_port(snd_seq_t *s, snd_seq_port_subscribe_t *sub) { (void)s, (void)sub; return -ENOENT; }

int snd_seq_event_input(snd_seq_t *s, snd_seq_event_t **event) { (void)s, (void)event; return -EAGAIN; }
int snd_seq_event_input_pending(snd_seq_t *s, int fetch) { (void)s, (void)fetch; return 0; }
int snd_seq_event_output(snd_seq_t *s, snd_seq_event_t *event) { (void)s, (void)event; return 0; }
int snd_seq_event_output_direct(snd_seq_t *s, snd_seq_event_t *event) { (void)s, (void)event; return 0; }
int snd_seq_drain_output(snd_seq_t *s) { (void)s; return 0; }
int snd_seq_drop_output(snd_seq_t *s) { (void)s; return 0; }
int snd_seq_drop_input(snd_seq_t *s) { (void)s; return 0; }
int snd_seq_remove_events(snd_seq_t *s, snd_seq_remove_events_t *info) { (void)s, (void)info; return 0; }
