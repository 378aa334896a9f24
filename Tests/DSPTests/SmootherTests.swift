import Testing

@testable import DSP

@Suite struct SmootherTests {
  /// The first value in each of `count` frames, in blocks of `blockSize()` frames.
  private func values(_ smoother: inout Smoother, _ count: Int, blockSize: () -> Int) -> [Double] {
    var values: [Double] = []
    while values.count < count {
      let frames = min(blockSize(), count - values.count)
      if smoother.isSteady {
        smoother.skip(frames)
        values += Array(repeating: smoother.start[0], count: frames)
      } else {
        let segment = smoother.advance(frames)
        for frame in 0..<segment.frames { values.append(segment.start[0] + segment.slope[0] * Double(frame)) }
      }
    }
    return values
  }

  @Test(arguments: [8000.0, 48_000, 192_000], [false, true])
  func settlesToOnePercentInTheSettlingTime(rate: Double, slowly: Bool) {
    var smoother = Smoother(rate: rate)
    smoother.setTarget(SIMD8(repeating: 1), immediately: false, slowly: slowly)
    let path = values(&smoother, Int(rate * 0.3)) { 64 }
    // The settling time, and at most one stride more.
    let time = slowly ? 0.0536 : 0.0457
    #expect(abs(path[Int(rate * time) + smoother.stride] - 1) < 0.01)
    #expect(abs(path[Int(rate * time * 0.85)] - 1) > 0.01)
    #expect(path.last == 1 && smoother.isSteady)
    #expect(zip(path, path.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(path[0] == 0 && path[Int(rate * 0.001)] < 0.01)
  }

  /// The stride is a power of two, and its duration is the same at every rate within a factor of √2.
  @Test(arguments: [8000.0, 11_025, 22_050, 44_100, 48_000, 64_000, 96_000, 384_000, 768_000])
  func theGridHasTheSameDensityAtEveryRate(rate: Double) {
    let stride = Smoother(rate: rate).stride
    #expect(stride.nonzeroBitCount == 1)
    #expect((1 / 1.4143...1.4143).contains(rate / Double(stride) / 1500))
  }

  @Test func doesNotDependOnBlockSizes() {
    var (a, b) = (Smoother(rate: 48_000), Smoother(rate: 48_000))
    var size = 0
    for target in [1.0, -3, 5] {
      a.setTarget(SIMD8(repeating: target), immediately: false)
      b.setTarget(SIMD8(repeating: target), immediately: false)
      let (whole, divided) = (
        values(&a, 1237) { 1237 },
        values(&b, 1237) {
          size = (size + 7) % 41 + 1
          return size
        }
      )
      #expect(zip(whole, divided).allSatisfy { abs($0 - $1) < 1e-14 })
    }
  }
}
