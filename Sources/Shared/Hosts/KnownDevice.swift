/// The settings of a device that runs plug-ins without a computer.
public struct KnownDevice: Sendable {
  /// In hertz.
  public let sampleRate: Int
  /// In frames.
  public let blockLength: Int

  /// A device of MOD Audio.
  public static let mod = KnownDevice(sampleRate: 48_000, blockLength: 128)
}
