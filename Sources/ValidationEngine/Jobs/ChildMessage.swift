import ValidationModel

/// A message from a child to its parent, one a line.
enum ChildMessage: Codable {
  case bundle(ResolvedTarget)
  /// The plug-in was instantiated and run, or the reason why that is impossible.
  case attempted(obstacle: String?)
  /// The request cannot be measured: a line for the user.
  case refused(String)
  case responses([Response])
  /// All measurements so far.
  case measured(Measurements)
  case began(CheckID)
  case finished(CheckReport)
  case fault(String)
  /// The job is done. If a child ends without this message, the plug-in ended it.
  case done
}
