// cleanup() lowers the precision of the x87 unit to 24 bits.
#include "defect.h"

static void cleanup(LV2_Handle handle) {
  unsigned short word;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  word &= (unsigned short)~0x300;
  __asm__ volatile("fldcw %0" : : "m"(word));
  good_cleanup(handle);
}

PLUGIN(.cleanup = cleanup)
