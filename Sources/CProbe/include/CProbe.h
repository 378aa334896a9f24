/// What lv2val puts under a plug-in: interposers, guard pages, crash records.
#ifndef CPROBE_H
#define CPROBE_H
int probe_version(void);
#endif
