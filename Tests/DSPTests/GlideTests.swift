import Testing

@testable import DSP

@Suite struct GlideTests {
  private func values(_ glide: inout Glide, _ count: Int, cut: () -> Int) -> [Double] {
    var values: [Double] = []
    while values.count < count {
      let wanted = min(cut(), count - values.count)
      if glide.isSettled {
        glide.skip(wanted)
        values += Array(repeating: glide.start[0], count: wanted)
      } else {
        let line = glide.advance(wanted)
        for frame in 0..<line.frames { values.append(line.start[0] + line.slope[0] * Double(frame)) }
      }
    }
    return values
  }

  @Test(arguments: [8000.0, 48_000, 192_000], [false, true])
  func isFinishedToOnePercentInItsTime(rate: Double, slowly: Bool) {
    var glide = Glide(rate: rate)
    glide.head(for: SIMD8(repeating: 1), slowly: slowly)
    let path = values(&glide, Int(rate * 0.3)) { 64 }
    // The time that is asked for, and at most one stride more.
    let time = slowly ? 0.0536 : 0.0457
    #expect(abs(path[Int(rate * time) + glide.stride] - 1) < 0.01)
    #expect(abs(path[Int(rate * time * 0.85)] - 1) > 0.01)
    #expect(path.last == 1 && glide.isSettled)
    #expect(zip(path, path.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(path[0] == 0 && path[Int(rate * 0.001)] < 0.01)
  }

  /// A power of two, and the same time at every rate within a factor of √2.
  @Test(arguments: [8000.0, 11_025, 22_050, 44_100, 48_000, 64_000, 96_000, 384_000, 768_000])
  func theGridIsAsDenseAtEveryRate(rate: Double) {
    let stride = Glide(rate: rate).stride
    #expect(stride.nonzeroBitCount == 1)
    #expect((1 / 1.4143...1.4143).contains(rate / Double(stride) / 1500))
  }

  @Test func doesNotDependOnHowTimeIsCut() {
    var (a, b) = (Glide(rate: 48_000), Glide(rate: 48_000))
    var size = 0
    for target in [1.0, -3, 5] {
      a.head(for: SIMD8(repeating: target))
      b.head(for: SIMD8(repeating: target))
      let (whole, cut) = (
        values(&a, 1237) { 1237 },
        values(&b, 1237) {
          size = (size + 7) % 41 + 1
          return size
        }
      )
      #expect(zip(whole, cut).allSatisfy { abs($0 - $1) < 1e-14 })
    }
  }
}
