/// The conditions under which an instance runs.
public struct Setup {
  /// The sample rate in hertz, within ``Limits/sampleRates``.
  public internal(set) var rate: Double
  public let layout: Layout
  /// The largest number of frames in a block, or nil if the host does not state it. Hosts rarely exceed it, but may.
  public internal(set) var maximumBlockLength: Int?
  /// The usual number of frames in a block, or nil if the host does not state it.
  public internal(set) var nominalBlockLength: Int?
  /// The host's log. Do not use it on the audio thread.
  public let log: Log
  let features: Features

  /// The URID of a URI, for atoms of its type; 0 if the host does not offer urid:map. Do not use it on the audio thread.
  public func urid(_ uri: StaticString) -> UInt32 { features.urid(uri) }
}
