/// Samples of all channels at a sample rate.
public struct Sound: Sendable, Hashable {
  /// All channels have the same length.
  public var channels: [[Float]]
  /// In hertz.
  public var rate: Int

  public init(_ channels: [[Float]], rate: Int) {
    self.channels = channels
    self.rate = rate
  }

  /// In frames.
  public var length: Int { channels.first?.count ?? 0 }

  /// The largest magnitude in a range of frames.
  func peak(_ frames: Range<Int>) -> Float {
    channels.reduce(0) { $1[frames].reduce($0) { max($0, abs($1)) } }
  }
}
