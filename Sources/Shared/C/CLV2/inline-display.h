// The types of the extension http://harrisonconsoles.com/lv2/inlinedisplay, by which a host shows a small picture of a
// plug-in, and those by which a library of LV2Kit gets these pictures from the library of its user interfaces.
#pragma once
#include <lv2/core/lv2.h>
#include <lv2/ui/ui.h>
#include <stdint.h>

/// An image of 32-bit pixels, as CAIRO_FORMAT_ARGB32. `stride` is the number of bytes from a row to the next one.
typedef struct {
	unsigned char *data;
	int width;
	int height;
	int stride;
} LV2_Inline_Display_Image_Surface;

/// The data of the feature #queue_draw. run() calls the function to request a call of render().
typedef struct {
	void *handle;
	void (*queue_draw)(void *handle);
} LV2_Inline_Display;

/// What extension_data() returns for #interface. The host calls render() outside the audio thread. The image is valid until
/// the next call, or until cleanup(); NULL means that there is no picture.
typedef struct {
	const LV2_Inline_Display_Image_Surface *(*render)(LV2_Handle instance, uint32_t width, uint32_t max_height);
} LV2_Inline_Display_Interface;

/// render() for the plug-ins of LV2Kit, which defines it in Swift.
const LV2_Inline_Display_Image_Surface *martlet_render(LV2_Handle instance, uint32_t width, uint32_t max_height);

/// The interface for the plug-ins of LV2Kit. The linker keeps the constants of a Swift module together, with all functions
/// to which they refer, so that a constant in Swift would bring in those for state, worker and options.
static inline const LV2_Inline_Display_Interface *martlet_inline_display(void)
{
	static const LV2_Inline_Display_Interface interface = {martlet_render};
	return &interface;
}

/// What extension_data() of a user interface returns for urn:martlet:lv2kit#pictures.
typedef struct {
	/// Creates the picture of an interface's effect. `scale` is the number of pixels in a point.
	void *(*create)(const LV2UI_Descriptor *interface, double scale);
	/// Draws a picture for the values of `count` control ports, and a sample rate in hertz after them: bit patterns of floats,
	/// which the audio thread changes atomically. An image that would equal the previous one is not drawn again.
	const LV2_Inline_Display_Image_Surface *(*draw)(
		void *picture, uint32_t *values, uint32_t count, uint32_t width, uint32_t max_height);
	void (*destroy)(void *picture);
} LV2Kit_Pictures;

/// What extension_data() of a user interface returns for urn:martlet:lv2kit#window: a host of CLAP sets the size, and the format
/// has its presets in the library.
typedef struct {
	/// Sets the size in pixels.
	void (*resize)(LV2UI_Handle interface, uint32_t width, uint32_t height);
	/// The smallest useful size in pixels.
	void (*smallest)(LV2UI_Handle interface, uint32_t *width, uint32_t *height);
	/// Adds a preset: a name, and the values of the first `count` ports.
	void (*add_preset)(LV2UI_Handle interface, const char *name, const double *values, uint32_t count);
} LV2Kit_Window;
