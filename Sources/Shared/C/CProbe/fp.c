#include "probe_internal.h"

#include <stdio.h>

typedef struct field {
  uint32_t mask;
  const char *name;
} field;

#if defined(__x86_64__)

#include <xmmintrin.h>

/// Intel SDM volume 1, figure 10-3. Bits 0 to 5 are sticky flags.
static const field fields[] = {
    {0x8000, "flush-to-zero"}, {0x0040, "denormals-are-zero"}, {0x6000, "rounding mode"}, {0x1F80, "exception masks"},
};
#define STICKY 0x3Fu
#define FLUSH 0x8040u

probe_fp probe_fp_get(void) {
  probe_fp state = {.control = _mm_getcsr() & ~STICKY};
  __asm__ volatile("fnstcw %0" : "=m"(state.extended));
  return state;
}

void probe_fp_set(probe_fp state) {
  _mm_setcsr(state.control);
  __asm__ volatile("fldcw %0" : : "m"(state.extended));
}

void probe_fp_set_flush(bool on) {
  const unsigned state = _mm_getcsr();
  _mm_setcsr(on ? state | FLUSH : state & ~FLUSH);
}

#elif defined(__aarch64__)

/// Arm ARM, FPCR: FZ is bit 24, FZ16 bit 19, RMode bits 22 and 23, DN bit 25, trap enables bits 8 to 15.
static const field fields[] = {
    {0x01080000, "flush-to-zero"}, {0x02000000, "default NaN"},
    {0x00C00000, "rounding mode"}, {0x00009F00, "exception masks"},
};
#define FLUSH (UINT64_C(1) << 24)

static uint64_t read_control(void) {
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}

static void write_control(uint64_t control) { __asm__ volatile("msr fpcr, %0" : : "r"(control)); }

probe_fp probe_fp_get(void) { return (probe_fp){.control = (uint32_t)read_control()}; }
void probe_fp_set(probe_fp state) { write_control(state.control); }
void probe_fp_set_flush(bool on) { write_control(on ? read_control() | FLUSH : read_control() & ~FLUSH); }

#else
#error "The floating-point control registers are implemented for x86-64 and arm64 only."
#endif

size_t probe_fp_describe_change(probe_fp before, probe_fp after, char *text, size_t capacity) {
  size_t length = 0;
  if (capacity > 0) text[0] = '\0';
  const uint32_t changed = before.control ^ after.control;
  for (size_t index = 0; index < sizeof fields / sizeof *fields; index++) {
    if ((changed & fields[index].mask) == 0 || length + 1 >= capacity) continue;
    length += (size_t)snprintf(text + length, capacity - length, "%s%s", length > 0 ? ", " : "", fields[index].name);
  }
  if (before.extended != after.extended && length + 1 < capacity)
    length += (size_t)snprintf(text + length, capacity - length, "%sx87 control word", length > 0 ? ", " : "");
  return length < capacity ? length : capacity - 1;
}
