/// The channel layouts that every effect comes in.
public enum Layout: Int, Sendable, CaseIterable {
  case mono = 1
  case stereo = 2

  /// How many audio inputs, and as many outputs.
  @inline(__always) public var channels: Int { rawValue }
}
