import CProbe

/// What this machine can do for the checks.
package enum Capabilities {
  /// Whether every system call of a thread can be trapped; rt.syscall is skipped where not.
  package static var trapsSystemCalls: Bool { probe_syscall_available() }
}
