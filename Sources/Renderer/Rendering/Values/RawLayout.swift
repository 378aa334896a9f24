/// The layout of a file without a header: interleaved samples in the byte order of this machine.
public struct RawLayout: Hashable, Sendable {
  /// A value of `--encoding`.
  public var encoding: String
  public var channels: Int
  /// In hertz.
  public var rate: Int

  /// Parses `ENCODING,CHANNELS,HZ`, such as `16,2,44100` or `float,1,48000`; nil for other text.
  public init?(_ text: some StringProtocol) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count == 3, let channels = Int(words[1]), (1...1024).contains(channels), let rate = Int(words[2]),
      (1...RenderRequest.highestRate).contains(rate)
    else { return nil }
    (encoding, self.channels, self.rate) = (String(words[0]), channels, rate)
  }
}
