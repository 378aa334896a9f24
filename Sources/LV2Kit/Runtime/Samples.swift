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
@inline(__always)
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
@inline(__always)
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

/// Writes `count` zeros, if there is a buffer.
@inline(__always)
func clear(_ target: UnsafeMutablePointer<Float>?, _ count: Int) {
  guard let target else { return }
  for index in 0..<count { target[index] = 0 }
}

/// Copies the inputs to the outputs bit for bit, even if an output shares memory with the input of the other channel.
@inline(__always)
func copyChannels(
  _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
  _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), channels: Int, frames: Int
) {
  if channels == 1 { copy(inputs.0, to: outputs.0, frames) } else { copyPair(inputs, outputs, frames) }
}

/// Copies both channels in the order that does not overwrite an input before it is read.
@inline(never)
private func copyPair(
  _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
  _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), _ frames: Int
) {
  if !overlap(outputs.0, inputs.1, frames) {
    copy(inputs.0, to: outputs.0, frames)
    copy(inputs.1, to: outputs.1, frames)
  } else if !overlap(outputs.1, inputs.0, frames) {
    copy(inputs.1, to: outputs.1, frames)
    copy(inputs.0, to: outputs.0, frames)
  } else {
    copyCrossed(inputs, outputs, frames)
  }
}

/// Copies both channels if each output is the input of the other channel.
@inline(never)
private func copyCrossed(
  _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
  _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), _ frames: Int
) {
  for frame in 0..<frames {
    let (left, right) = (inputs.0[frame], inputs.1[frame])
    outputs.0[frame] = left
    outputs.1[frame] = right
  }
}
