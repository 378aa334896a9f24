/// What an engineer looks at in a plug-in: plain data, taken in a child process, drawn elsewhere.
public struct Measurements: Codable, Sendable, Equatable {
  /// The names of the ports between which everything was measured.
  public var input: String?
  public var output: String?
  /// At the defaults.
  public var response: Response?
  /// At the defaults: milliseconds since the impulse, and the output.
  public var impulse: Curve?
  public var spectrum: Spectrum?
  public var times: BlockTimes?
  public var families: [ControlFamily] = []
  public var steps: [StepResponse] = []
  /// What was not measured, and why: a sentence each.
  public var omissions: [String] = []

  public init() {}
}
