/// Something wrong with the command line, a target or the configuration: a line for the user, exit status 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
