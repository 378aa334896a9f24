/// The functions of XCB with which a host opens windows and moves the pointer, and the handlers of
/// Xlib's errors. All libraries are loaded at first use, so that lv2val can validate without them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xcb/res.h>
#include <xcb/xcb.h>
#include <xcb/xtest.h>

/// Every function of libxcb that lv2val uses; the manual pages of XCB describe them.
#define CDISPLAY_XCB(F)                                                                                                \
  F(connect) F(disconnect) F(connection_has_error) F(get_setup) F(setup_roots_iterator) F(generate_id)                  \
  F(create_window) F(destroy_window) F(map_window) F(configure_window) F(set_input_focus) F(get_geometry)               \
  F(get_geometry_reply) F(query_tree) F(query_tree_reply) F(change_property)                                            \
  F(translate_coordinates) F(translate_coordinates_reply) F(get_image) F(get_image_reply) F(get_image_data)             \
  F(get_image_data_length) F(get_window_attributes) F(get_window_attributes_reply) F(get_input_focus)                   \
  F(get_input_focus_reply) F(query_tree_children) F(query_tree_children_length) F(intern_atom) F(intern_atom_reply)      \
  F(get_property) F(get_property_reply) F(get_property_value) F(get_property_value_length) F(send_event)                \
  F(get_atom_name) F(get_atom_name_reply) F(get_atom_name_name) F(get_atom_name_name_length)

/// The same of libxcb-xtest.
#define CDISPLAY_XTEST(F) F(test_fake_input)

/// The same of libxcb-res.
#define CDISPLAY_RES(F)                                                                                                \
  F(res_query_clients) F(res_query_clients_reply) F(res_query_clients_clients) F(res_query_clients_clients_length)      \
  F(res_query_client_resources) F(res_query_client_resources_reply) F(res_query_client_resources_types)                 \
  F(res_query_client_resources_types_length) F(res_query_client_ids) F(res_query_client_ids_reply)                      \
  F(res_query_client_ids_ids_iterator) F(res_client_id_value_value) F(res_client_id_value_value_length)

/// The member `connect` is xcb_connect(), and so on.
struct cdisplay {
#define CDISPLAY_MEMBER(name) __typeof__(xcb_##name) *name;
  CDISPLAY_XCB(CDISPLAY_MEMBER)
  CDISPLAY_XTEST(CDISPLAY_MEMBER)
  CDISPLAY_RES(CDISPLAY_MEMBER)
#undef CDISPLAY_MEMBER
};

/// Opens the libraries. Returns NULL if one of them was not found. Not thread-safe.
const struct cdisplay *cdisplay_open(void);

/// The largest number of stack frames of an error.
#define CDISPLAY_FRAMES 32

/// An error that the X server sent to a client that uses Xlib.
struct cdisplay_error {
  /// The error (3 is BadWindow), and the request that failed.
  uint8_t code, request, minor;
  int depth;
  /// The stack, innermost first: that of the request if Xlib is synchronous, of a later call of Xlib otherwise.
  void *frames[CDISPLAY_FRAMES];
};

/// Installs handlers that record Xlib's errors instead of ending the process, if Xlib is loaded.
///
/// Errors of requests by the library of OpenGL are ignored, and all errors if it is loaded and Xlib is not synchronous: the
/// software renderer of Mesa puts images into pixel buffers of another depth, and uses MIT-SHM while Xlib closes a
/// connection, whereupon libXext sends garbage in the next one.
///
/// - `synchronous`: whether connections that are opened from now on wait for the result of each request.
/// - `server`: the process of the X server, a child of this process; 0 if it is unknown. If it has ended, the loss of a
///   connection is not the work of the interface, and `server_lost` is called, which must end this process.
/// - `excused`: called for each error; one for which it returns true is not recorded.
void cdisplay_watch_errors(bool synchronous, int server, void (*server_lost)(void), bool (*excused)(void));

/// The address of the function that replaced the handler since `cdisplay_watch_errors`; NULL if it is still in place, or
/// if Xlib's own handler is again.
void *cdisplay_replaced_handler(void);

/// The number of errors since the start of the process, and a recorded error; NULL after the last one.
size_t cdisplay_error_count(void);
const struct cdisplay_error *cdisplay_error_at(size_t index);

/// A picture as a file in the format PNG, which the caller frees; NULL if zlib is not installed or memory is short.
///
/// - `pixels`: the rows from the top, as 0x00RRGGBB.
uint8_t *cdisplay_png(const uint32_t *pixels, uint32_t width, uint32_t height, size_t *size);
