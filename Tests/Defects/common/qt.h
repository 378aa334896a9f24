/// An interface for Qt 5, without its headers: its functions have mangled names, which a host with that toolkit defines.
#ifndef QT_H
#define QT_H

#include "interface.h"

void *new_object(size_t size) __asm__("_Znwm");
void construct_widget(void *self, void *parent, int flags) __asm__("_ZN7QWidgetC1EPS_6QFlagsIN2Qt10WindowTypeEE");
void delete_widget(void *self) __asm__("_ZN7QWidgetD0Ev");
void construct_dial(void *self, void *parent) __asm__("_ZN5QDialC1EP7QWidget");
void delete_dial(void *self) __asm__("_ZN5QDialD0Ev");
void set_value(void *self, int value) __asm__("_ZN15QAbstractSlider8setValueEi");
void set_disabled(void *self, bool is_disabled) __asm__("_ZN7QWidget11setDisabledEb");
void set_least_size(void *self, int width, int height) __asm__("_ZN7QWidget14setMinimumSizeEii");

/// In bytes: QWidget has 48, and so have its subclasses without members.
enum { WIDGET_SIZE = 48 };

/// An interface whose functions `begin`, `end` and `change` a folder defines.
#define QT_INTERFACE() \
  static LV2UI_Handle begin_qt( \
      const LV2UI_Descriptor *descriptor, const char *plugin, const char *bundle, LV2UI_Write_Function write, \
      LV2UI_Controller controller, LV2UI_Widget *widget, const LV2_Feature *const *features) { \
    (void)descriptor, (void)plugin, (void)bundle, (void)write, (void)controller, (void)features; \
    return *widget = begin(); \
  } \
  INTERFACE(.instantiate = begin_qt, .cleanup = end, .port_event = change, .extension_data = NULL)

#endif
