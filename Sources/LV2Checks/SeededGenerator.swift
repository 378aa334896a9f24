/// A small generator of random numbers that gives the same sequence for the same seed on every machine.
///
/// SplitMix64; source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 17.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  /// The generator of one check in a run: the seed of the run, mixed with the check's id, so that picking or skipping
  /// other checks does not change what this one draws.
  public init(seed: UInt32, check: CheckID) {
    // FNV-1a over the id; source: Fowler, Noll, Vo, parameters for 64 bits.
    let hash = check.rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    self.init(seed: hash ^ UInt64(seed))
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number uniform in [0, 1), with 24 random bits.
  public mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

  /// A number uniform in [-1, 1), with 24 random bits.
  public mutating func sample() -> Float {
    Float(Int32(truncatingIfNeeded: next()) >> 8) * 0x1p-23
  }
}
