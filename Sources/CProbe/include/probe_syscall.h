/// System calls, trapped with Linux's Syscall User Dispatch (since 5.11, x86-64).
///
/// Armed through `PROBE_WATCH_SYSCALLS`. Every call of the armed thread is recorded and then carried out, inline
/// ones included; those that the kernel answers without entry (vDSO) are not system calls and are not recorded.
/// After clone, fork, exec, exit, a change of the signal mask and a signal's handler the thread stays disarmed until it is armed again.
#ifndef PROBE_SYSCALL_H
#define PROBE_SYSCALL_H

#include "probe_base.h"

/// Whether this kernel and processor can trap system calls. Asked of the kernel, once.
bool probe_syscall_available(void);

/// The name of a system call's number, such as "write"; NULL where it is unknown.
const char *probe_syscall_name(uint64_t number);

/// Whether a recorded call only woke other threads: a futex call whose operation is a wake.
bool probe_syscall_is_futex_wake(uint64_t number, uint64_t operation);

#endif
