/// Where the transport is, as `time:Position` tells a plug-in.
public struct TransportPosition: Sendable, Codable, Hashable {
  /// In frames from the start.
  public var frame: Int64 = 0
  /// 0 stopped, 1 rolling forward.
  public var speed: Float = 1
  public var bar: Int64 = 0
  /// Beats since the bar's start.
  public var barBeat: Float = 0
  /// The note value of a beat: 4 for a quarter.
  public var beatUnit: Int32 = 4
  public var beatsPerBar: Float = 4
  public var beatsPerMinute: Float = 120

  public init() {}
}
