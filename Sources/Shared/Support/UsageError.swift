/// A mistake in the command line, in a target or in a configuration file: one line for the user, exit status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
