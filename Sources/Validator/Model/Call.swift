/// A function of the interface between host and plug-in, such as `run()`, during which something was observed.
public struct Call: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  public static let run: Call = "run()"
  public static let activate: Call = "activate()"
  public static let cleanup: Call = "cleanup()"
  /// The functions of an audio cycle, in the thread of run().
  public static let ofCycle: Set<Call> = [run, "work_response()", "end_run()"]
  /// The functions in which a plug-in reads its control inputs.
  public static let readingControls = ofCycle.union([activate])
  /// The functions that a host calls for every instance.
  public static let ofEveryInstance = readingControls.union(["instantiate()", "deactivate()", cleanup])

  /// The name of the function, without parentheses.
  public let function: String

  /// - Parameter text: the name of the function, with or without parentheses.
  public init(_ text: String) { function = text.hasSuffix("()") ? String(text.dropLast(2)) : text }

  public init(stringLiteral text: String) { self.init(text) }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The name with parentheses.
  public var description: String { "\(function)()" }
}
