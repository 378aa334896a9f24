/// An instance of a plug-in that lilv describes, with its controls.
#pragma once
#include <lilv/lilv.h>
#include <stdbool.h>
#include <stdint.h>

enum { MOST_PORTS = 128 };

/// The value of a control with this symbol.
struct setting {
  const char *symbol;
  float value;
};

/// The audio buffers of both channels. With one channel the second is unused.
struct buffers {
  float *input[2], *output[2];
};

struct instance {
  const LilvPlugin *plugin;
  LilvInstance *lilv;
  /// The controls are the first ports.
  uint32_t control_count;
  /// The ports with audio. A generator has no inputs.
  uint32_t inputs[2], outputs[2], input_count, channels;
  /// The port for events, or 0.
  uint32_t event_port;
  float controls[MOST_PORTS];
};

/// Creates and activates an instance with the default of each control. `lilv` is NULL if the plug-in refuses.
struct instance open_instance(const LilvPlugin *plugin, double rate);
void close_instance(struct instance *instance);

/// Sets the controls of a list that ends with NULL. Symbols that the plug-in does not have are ignored.
void set_controls(struct instance *instance, const struct setting *settings);

/// Connects the ports with audio to the buffers from a frame on.
void connect_audio(struct instance *instance, struct buffers buffers, uint32_t start);

/// Processes `frames` frames in blocks of `block` frames, or of varying lengths if `block` is 0.
void process(struct instance *instance, struct buffers buffers, uint32_t frames, uint32_t block);
