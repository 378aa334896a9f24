extension Report {
  public struct Settings: Codable, Sendable, Equatable {
    /// The seed of all random numbers; the same seed reproduces the run.
    public var seed: UInt32 = 1
    /// The sample rate, in hertz.
    public var rate = 48_000.0
    /// The block length, in frames.
    public var block = 256
    /// The time limit of one check, in seconds.
    public var timeout = 60.0
    public var jobs = 1
    /// The lowest severity that makes the run fail.
    public var failOn = Severity.error
    /// The part of the plug-ins that was validated; nil for all.
    public var shard: Shard?
    /// The directory of an older version of the bundle to compare with; nil if none was given.
    public var baseline: String?
    /// The highest level of the checks that ran; nil for all checks.
    public var strictness: Int?
    /// The number of runs with the same rate and block length; nil for one run.
    public var repetitions: Int?
    /// Whether the order of the checks was random, and each repetition had another seed; nil if not.
    public var isRandomized: Bool?
    /// The sample rates of the runs; nil for `rate` only.
    public var rates: [Double]?
    /// The block lengths of the runs; nil for `block` only.
    public var blocks: [Int]?
    /// The file that instances of plug-ins load which have the parameter or the key; nil for files of lv2val.
    public var file: File?
    /// The X server on which user interfaces open; nil to start one for each process.
    public var display: String?

    public init() {}

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      seed = try values.decode(UInt32.self, forKey: .seed)
      rate = try values.decode(Double.self, forKey: .rate)
      block = try values.decode(Int.self, forKey: .block)
      timeout = try values.decode(Double.self, forKey: .timeout)
      jobs = try values.decode(Int.self, forKey: .jobs)
      failOn = try values.decode(Severity.self, forKey: .failOn)
      shard = try values.decodeIfPresent(Shard.self, forKey: .shard)
      baseline = try values.decodeIfPresent(String.self, forKey: .baseline)
      strictness = try values.decodeIfPresent(Int.self, forKey: .strictness)
      repetitions = try values.decodeIfPresent(Int.self, forKey: .repetitions)
      rates = try values.decodeIfPresent([Double].self, forKey: .rates)
      blocks = try values.decodeIfPresent([Int].self, forKey: .blocks)
      file = try values.decodeIfPresent(File.self, forKey: .file)
      display = try values.decodeIfPresent(String.self, forKey: .display)
      let former = try decoder.container(keyedBy: FormerKeys.self)
      isRandomized =
        try values.decodeIfPresent(Bool.self, forKey: .isRandomized)
        ?? former.decodeIfPresent(Bool.self, forKey: .isRandomised)
    }

    /// Names in reports of earlier versions.
    private enum FormerKeys: String, CodingKey { case isRandomised }
  }

  /// A file of the user, and the parameter or the key of the state that names it.
  public struct File: Codable, Sendable, Hashable {
    /// The URI, or its end behind the last `#`, `/` or `:`.
    public var key: String
    /// Absolute.
    public var path: String

    public init(key: String, path: String) {
      self.key = key
      self.path = path
    }

    /// Whether this is the file of a parameter or of a key of the state.
    public func isFile(of uri: String) -> Bool {
      uri == key || uri.split { "#/:".contains($0) }.last.map(String.init) == key
    }
  }

  /// One of several parts of the plug-ins, each validated by a separate run.
  public struct Shard: Codable, Sendable, Hashable {
    /// Counted from 1.
    public var index: Int
    public var count: Int
  }
}

extension Report.Shard {
  /// Parses a part such as `2/8`, of at most 10,000 parts.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], 1...10_000 ~= count, 1...count ~= index
    else { return nil }
    self.init(index: index, count: count)
  }
}
