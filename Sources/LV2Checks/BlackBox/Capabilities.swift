import CProbe

/// What this machine can do for the checks.
public enum Capabilities {
  /// Whether every system call of a thread can be trapped; rt.syscall is skipped where not.
  public static var trapsSystemCalls: Bool { probe_syscall_available() }
}
