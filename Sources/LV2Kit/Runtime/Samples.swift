// Loops over audio buffers.
// SAFETY: the caller guarantees that every pointer refers to a buffer of `count` samples.

/// Whether no sample is infinite or NaN.
@inline(__always)
func areFinite(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
  // A finite number times 0 is 0. Infinity and NaN times 0 are NaN, and a sum with a NaN is NaN.
  var sums = SIMD16<Float>()
  var index = 0
  while index &+ 16 <= count {
    sums += UnsafeRawPointer(samples + index).loadUnaligned(as: SIMD16<Float>.self) * 0
    index &+= 16
  }
  let eight = sums.lowHalf + sums.highHalf
  let four = eight.lowHalf + eight.highHalf
  let two = four.lowHalf + four.highHalf
  var sum = two[0] + two[1]
  while index < count {
    sum += samples[index] * 0
    index &+= 1
  }
  return sum == 0
}

/// Copies `count` samples, with 0 in place of infinite and NaN samples.
@inline(never)
func copyFinite(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int) {
  for index in 0..<count {
    let sample = source[index]
    target[index] = sample.isFinite ? sample : 0
  }
}

/// Whether two buffers of `count` samples share memory.
@inline(__always)
func overlap(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Bool {
  a < b + count && b < a + count
}

/// Copies `count` samples bit for bit, in ascending order.
@inline(never)
func copy(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int) {
  guard source != UnsafePointer(target) else { return }
  var index = 0
  while index &+ 32 <= count {
    let samples = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD32<Float>.self)
    UnsafeMutableRawPointer(target + index).storeBytes(of: samples, as: SIMD32<Float>.self)
    index &+= 32
  }
  while index < count {
    target[index] = source[index]
    index &+= 1
  }
}

/// Writes `count` equal samples.
@inline(never)
func fill(_ target: UnsafeMutablePointer<Float>, with value: Float, _ count: Int) {
  for index in 0..<count { target[index] = value }
}

/// Writes the product of `count` samples and gains. The target can be the source.
@inline(never)
func multiply(
  _ source: UnsafePointer<Float>, _ gains: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ count: Int
) {
  for index in 0..<count { target[index] = gains[index] * source[index] }
}
