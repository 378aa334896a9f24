/// White noise, evenly distributed from -1 to 1: independent random numbers, the same ones for each seed.
///
/// The numbers are those of SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", 2014).
public struct WhiteNoise: Sendable {
  private var seed: UInt64

  public init(seed: UInt64 = 1) { self.seed = seed }

  public mutating func next() -> Double {
    seed &+= 0x9e37_79b9_7f4a_7c15
    var bits = seed
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double(Int64(bitPattern: bits ^ (bits >> 31))) * 0x1p-63
  }
}
