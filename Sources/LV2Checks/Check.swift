/// A check of the catalogue: a small type with its text beside its code.
///
/// It runs in a child process of its own or one shared with other checks of the same plug-in. Whatever the plug-in
/// does to the process (crash, hang, exit) becomes a finding of the check without its help.
public protocol Check: Sendable {
  static var id: CheckID { get }
  static var text: CheckText { get }
  /// What it is when the plug-in crashes, exits or hangs while this check is run; an error by default.
  ///
  /// Less where the check asks for more than a host may.
  static var crashSeverity: Severity { get }
}

extension Check {
  public static var crashSeverity: Severity { .error }

  /// A finding of this check, with its rule and remedy.
  public static func finding(
    _ severity: Severity, _ message: String, count: Int = 1, call: String? = nil, block: Finding.Block? = nil,
    seed: UInt32? = nil, controls: [Finding.ControlValue]? = nil, backtrace: [StackFrame]? = nil,
    location: Finding.SourceLocation? = nil
  ) -> Finding {
    Finding(
      check: id, severity: severity, message: message, rule: text.citation, remedy: text.remedy,
      count: count, call: call, block: block, seed: seed, controls: controls, backtrace: backtrace,
      location: location)
  }
}
