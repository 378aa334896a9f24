/// How a finding came about.
public enum Cause: String, Codable, Sendable, CaseIterable {
  /// The check observed it and went on.
  case assertion
  /// A fatal signal ended the child process.
  case crash
  /// A call did not return, and the validator ended the child process.
  case hang
  /// The plug-in ended the child process by exit(), a signal or a resource limit.
  case exit
  /// The plug-in read or wrote outside a heap block.
  case damage
}
