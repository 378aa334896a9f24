// Loops over audio buffers.
// SAFETY: the caller guarantees that every pointer refers to a buffer of `count` samples.

/// Whether no sample of a buffer is infinite or NaN.
@inline(__always)
func areFinite(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
  isSumFinite(count) { load16(samples + $0) } || areFiniteSingly(samples, count)
}

/// Whether no sample of two buffers is infinite or NaN.
@inline(__always)
func areFinite(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ count: Int) -> Bool {
  isSumFinite(count) { load16(first + $0) + load16(second + $0) }
    || areFiniteSingly(first, count) && areFiniteSingly(second, count)
}

/// Whether there are at least 16 samples, and a sum of all samples is finite. Then all of them are finite.
///
/// The sum of finite samples can overflow, so its result proves nothing if it is not finite.
///
/// - Parameter load: returns 16 samples from an index on.
@inline(__always)
private func isSumFinite(_ count: Int, _ load: (Int) -> SIMD16<Float>) -> Bool {
  guard count >= 16 else { return false }
  // The last 16 samples may also be among those before them.
  var sums = load(count &- 16)
  var index = 0
  while index < count &- 16 {
    sums += load(index)
    index &+= 16
  }
  let eight = sums.lowHalf + sums.highHalf
  let four = eight.lowHalf + eight.highHalf
  let two = four.lowHalf + four.highHalf
  // A finite number times 0 is 0; infinity and NaN times 0 are NaN.
  return (two[0] + two[1]) * 0 == 0
}

@inline(__always)
private func load16(_ samples: UnsafePointer<Float>) -> SIMD16<Float> {
  UnsafeRawPointer(samples).loadUnaligned(as: SIMD16<Float>.self)
}

/// The same as `areFinite(_:_:)`, one sample at a time.
@inline(never) @_optimize(size)
private func areFiniteSingly(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
  var index = 0
  while index < count {
    if !samples[index].isFinite { return false }
    index &+= 1
  }
  return true
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
