/// How samples lie in a file without a header: in this machine's byte order, channel by channel in each frame.
public struct RawLayout: Hashable, Sendable {
  /// A name that `--encoding` takes.
  public var encoding: String
  public var channels: Int
  /// In hertz.
  public var rate: Int

  /// Reads `ENCODING,CHANNELS,HZ`, such as `16,2,44100` or `float,1,48000`; nil where it is nothing of the kind.
  public init?(_ text: some StringProtocol) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count == 3, let channels = Int(words[1]), (1...1024).contains(channels), let rate = Int(words[2]),
      (1...RenderRequest.highestRate).contains(rate)
    else { return nil }
    (encoding, self.channels, self.rate) = (String(words[0]), channels, rate)
  }

  /// Whether a file has no header, by its name.
  static func applies(to path: String) -> Bool { path.lowercased().hasSuffix(".raw") }
}
