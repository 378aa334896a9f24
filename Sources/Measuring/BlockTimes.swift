/// How long `run()` takes, block by block: noise first, then silence.
public struct BlockTimes: Codable, Sendable, Equatable {
  /// In hertz.
  public var rate: Double
  /// In frames.
  public var block: Int
  /// The first block of silence.
  public var silenceFrom: Int
  /// In microseconds; the least of several runs for each block.
  public var microseconds: [Float]
}

extension BlockTimes {
  /// In microseconds.
  public var median: Float { microseconds.sorted()[microseconds.count / 2] }
  /// In microseconds.
  public var worst: Float { microseconds.max() ?? 0 }
  /// The time that a block lasts, in microseconds.
  public var available: Double { Double(block) / rate * 1e6 }
}
