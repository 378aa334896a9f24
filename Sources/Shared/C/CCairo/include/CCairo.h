/// The functions of cairo that draw plots. They are loaded at first use, so that lv2val can validate without the
/// library.
#pragma once

#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>

/// Every function that lv2val uses; the cairo manual describes them.
#define CCAIRO_FUNCTIONS(F)                                                                                           \
  F(svg_surface_create) F(image_surface_create) F(surface_write_to_png) F(surface_finish) F(surface_status)            \
  F(surface_destroy) F(status_to_string) F(create) F(destroy) F(status) F(scale) F(set_source_rgb) F(paint)            \
  F(set_line_width) F(set_line_join) F(set_dash) F(move_to) F(line_to) F(stroke) F(rectangle) F(clip) F(save)          \
  F(restore) F(select_font_face) F(set_font_size) F(text_extents) F(show_text)

/// The member `create` is cairo_create(), and so on.
struct ccairo {
#define CCAIRO_MEMBER(name) __typeof__(cairo_##name) *name;
  CCAIRO_FUNCTIONS(CCAIRO_MEMBER)
#undef CCAIRO_MEMBER
};

/// Opens libcairo.so.2. Returns NULL if the library or one of the functions was not found. Not thread-safe.
const struct ccairo *ccairo_open(void);
