/// The limits of the kit.
public enum Limits {
  /// The sample rates, in hertz, at which an instance can run.
  @inline(__always) public static var sampleRates: ClosedRange<Double> { 8_000...768_000 }
  /// The largest number of inputs of a plug-in, and of outputs: main, sidechain and CV ports together.
  ///
  /// It makes the place of the first output a constant, so that run() finds each buffer with one load. 16 are those of third-order
  /// Ambisonics.
  @inline(__always) public static var channelCount: Int { 16 }
  /// The largest number of properties that an effect may declare.
  ///
  /// Each has a bit in the one word in which a restored session tells the audio thread without a lock what has changed.
  @inline(__always) public static var propertyCount: Int { 32 }
  /// The largest number of bytes in a text or a path, without the 0 at its end.
  @inline(__always) public static var textLength: Int { 4095 }
  /// The number of frames in a scratch buffer.
  @inline(__always) public static var chunkFrames: Int { 64 }

  /// Returns the smallest number of frames between two updates of changing controls: a multiple of 64, about 4 ms.
  ///
  /// An update may therefore cost more than a short block, and the cost of automation does not depend on the block
  /// length of the host.
  ///
  /// - Parameter rate: the sample rate in hertz.
  @inline(__always) public static func controlInterval(rate: Double) -> Int {
    64 * max(1, Int((rate / 16_000).rounded()))
  }

  /// The number of control intervals between two updates during a bypass, about 32 ms: only control outputs need them.
  @inline(__always) static var bypassedIntervals: Int { 8 }
}
