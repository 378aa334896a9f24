/// One thing that a check observed to be wrong, with the rule that it violates and how to fix it.
///
/// Repeated observations of the same kind are one finding with a `count`.
public struct Finding: Codable, Sendable, Equatable {
  public var check: CheckID
  /// The kind of finding; nil in reports of format version 1.
  public var id: MessageID?
  public var severity: Severity
  /// How it came about; `.assertion` in reports of format version 1.
  public var cause: Cause
  /// The part of the plug-in concerned: the symbol of a port, a C function, a file, a term; nil for the plug-in as a
  /// whole. Stable between runs: no address and no measured number.
  public var subject: String?
  /// What was observed and what was expected, as one or two sentences.
  public var message: String
  /// What the specification says, with the term or the header.
  public var rule: String
  /// How to fix it, as an imperative.
  public var remedy: String
  /// The number of observations; at least 1.
  public var count: Int
  /// The function during which it was observed.
  public var call: Call?
  public var block: Block?
  /// The seed of the run, which reproduces it; nil if nothing was run.
  public var seed: UInt32?
  /// The rate and the block length of the first run that found it; nil if the report is that of one run.
  public var run: Run?
  /// The values of the control inputs that differed from their defaults.
  public var controls: [ControlValue]?
  /// The stack in the plug-in's code, innermost frame first.
  public var backtrace: [StackFrame]?
  /// The file of the bundle concerned, with the line if it is known.
  public var location: SourceLocation?
  /// What instances had loaded before, as "patch:Set of <urn:x> with a mono WAV file"; nil if nothing was loaded.
  public var file: String?
  /// The URI of the user interface concerned; nil for the plug-in itself.
  public var interface: String?
  /// The fewest steps with which the plug-in or its interface does this again, in order, as `lv2val replay` reads them; nil if
  /// they were not searched or not found.
  public var steps: [String]?

  public init(
    id: MessageID, severity: Severity, cause: Cause = .assertion, subject: String? = nil, message: String,
    rule: String, remedy: String, count: Int = 1, call: Call? = nil, block: Block? = nil, seed: UInt32? = nil,
    controls: [ControlValue]? = nil, backtrace: [StackFrame]? = nil, location: SourceLocation? = nil
  ) {
    check = id.check
    self.id = id
    self.severity = severity
    self.cause = cause
    self.subject = subject
    self.message = message
    self.rule = rule
    self.remedy = remedy
    self.count = count
    self.call = call
    self.block = block
    self.seed = seed
    self.controls = controls
    self.backtrace = backtrace
    self.location = location
  }
}

extension KeyedDecodingContainer {
  /// Decodes `Finding.cause`, which reports of format version 1 do not have.
  func decode(_ type: Cause.Type, forKey key: Key) throws -> Cause {
    try decodeIfPresent(type, forKey: key) ?? .assertion
  }
}

extension Finding {
  /// Whether this is the same observation as another finding: everything is equal except the wording.
  public func isRepetition(of other: Finding) -> Bool {
    var reworded = other
    (reworded.message, reworded.rule, reworded.remedy) = (message, rule, remedy)
    return self == reworded
  }

  /// One call of `run()`: its index and its length.
  public struct Block: Codable, Sendable, Equatable {
    /// Counted from 0 since activate().
    public var index: Int
    public var frames: Int

    public init(index: Int, frames: Int) {
      self.index = index
      self.frames = frames
    }
  }

  /// The settings in which the runs of one report differ, besides the seed.
  public struct Run: Codable, Sendable, Equatable {
    /// In hertz.
    public var rate: Double
    /// In frames.
    public var block: Int
  }

  public struct SourceLocation: Codable, Sendable, Equatable {
    public var file: String
    /// Counted from 1; nil for the whole file.
    public var line: Int?

    public init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }
}
