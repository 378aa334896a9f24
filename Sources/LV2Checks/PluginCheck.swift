/// A check of one plug-in.
public protocol PluginCheck: Check {
  /// How far it goes into the plug-in; to an instance by default.
  static var depth: CheckDepth { get }
  /// Whether it may share its process with other checks; it may by default.
  static var isolation: CheckIsolation { get }
  /// The check that a crash or a hang during this one speaks for; this one by default.
  ///
  /// Another where this check puts the plug-in into a state that the other one is about.
  static var crashesSpeakFor: CheckID { get }
  /// The same in run() once the check has set a control; `crashesSpeakFor` by default.
  static var crashesAtSettingsSpeakFor: CheckID { get }
  /// The same for functions other than run(); `crashesSpeakFor` by default.
  static var crashesOutsideRunSpeakFor: CheckID { get }

  /// Looks at the plug-in and says what is wrong.
  ///
  /// - Throws: `HostError` where the plug-in cannot be loaded or instantiated, which the engine reports as skipped;
  ///   anything else is a fault of the validator.
  static func run(in context: PluginContext) throws -> CheckOutcome
}

extension PluginCheck {
  public static var depth: CheckDepth { .instance }
  public static var isolation: CheckIsolation { .shared }
  public static var crashesSpeakFor: CheckID { id }
  public static var crashesAtSettingsSpeakFor: CheckID { crashesSpeakFor }
  public static var crashesOutsideRunSpeakFor: CheckID { crashesSpeakFor }
}

/// How far a check goes into a plug-in.
public enum CheckDepth: Sendable {
  /// It reads the description. Nothing is loaded.
  case description
  /// It loads the library itself, before it is known that the plug-in can be instantiated.
  case library
  /// It instantiates; skipped where the plug-in cannot be instantiated.
  case instance
}

/// Whether checks may share a child process.
public enum CheckIsolation: Sendable {
  /// It leaves the process as it found it, and does not mind what checks before it did.
  case shared
  /// It needs a process in which nothing of the plug-in was loaded before, or leaves one in which no other check can be
  /// trusted.
  case own
}
