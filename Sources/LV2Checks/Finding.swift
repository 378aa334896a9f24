/// One thing that a check has seen to be wrong, with the rule that it breaks and the way to mend it.
///
/// The same kind of thing seen many times is one finding with a `count`.
public struct Finding: Codable, Sendable, Equatable {
  public var check: CheckID
  public var severity: Severity
  /// What was seen, as one or two sentences.
  public var message: String
  /// What the specification says, with the term or the header line.
  public var rule: String
  /// What to do about it.
  public var remedy: String
  /// How often it was seen; at least 1.
  public var count: Int
  /// The call into the plug-in during which it was seen, such as `run()`.
  public var call: String?
  /// The block during which it was seen.
  public var block: Block?
  /// The seed of the run: the same seed repeats it. Nil where nothing was run.
  public var seed: UInt32?
  /// The values of the control inputs that differed from their defaults.
  public var controls: [ControlValue]?
  /// Where in the plug-in's code, innermost frame first.
  public var backtrace: [StackFrame]?
  /// The file of the bundle that it is about, with the line where one is known.
  public var location: SourceLocation?

  public init(
    check: CheckID, severity: Severity, message: String, rule: String, remedy: String, count: Int = 1,
    call: String? = nil, block: Block? = nil, seed: UInt32? = nil, controls: [ControlValue]? = nil,
    backtrace: [StackFrame]? = nil, location: SourceLocation? = nil
  ) {
    self.check = check
    self.severity = severity
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

extension Finding {
  /// One call of `run()`: the how-manieth, and its length.
  public struct Block: Codable, Sendable, Equatable {
    /// Counted from 0 since the instance was activated.
    public var index: Int
    /// Its length in frames.
    public var frames: Int

    public init(index: Int, frames: Int) {
      self.index = index
      self.frames = frames
    }
  }

  /// A control input and its value at the time; the value may be a NaN.
  public struct ControlValue: Codable, Sendable, Equatable {
    public var symbol: String
    public var value: Float

    public init(symbol: String, value: Float) {
      self.symbol = symbol
      self.value = value
    }
  }

  /// A place in a text file.
  public struct SourceLocation: Codable, Sendable, Equatable {
    public var file: String
    /// Counted from 1; nil where the whole file is meant.
    public var line: Int?

    public init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }
}
