import CProbe

extension WatchedEvent {
  /// What was done, as a clause: "It calls malloc for 100 bytes".
  package var clause: String {
    switch kind {
    case .malloc, .calloc, .realloc, .alignedAllocation: "It calls \(name) for \(argument) bytes"
    case .syscall where isFutexWake: "It makes the system call futex to wake other threads"
    case .syscall: "It makes the system call \(name)"
    default: "It calls \(name)"
    }
  }

  /// Whether it only wakes other threads: it does not block, but enters the kernel.
  package var isFutexWake: Bool { kind == .syscall && probe_syscall_is_futex_wake(argument, detail) }
}

extension probe_event {
  /// Whether it is a free that no heap can honour, which is watched for at all times.
  package var isInvalidFree: Bool { kind == .doubleFree || kind == .foreignFree }
}
