/// A plot could not be drawn: a line for the user.
public struct PlotError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
