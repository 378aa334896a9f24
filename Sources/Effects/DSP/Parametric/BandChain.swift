/// The bands of the parametric equalizer in series.
struct BandChain {
  static var count: Int { 8 }
  /// In shorter blocks, the bands one after the other are faster than side by side.
  private static var fewestFrames: Int { 128 }

  private var bands: InlineArray<8, EqualizerBand>

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) { bands = InlineArray(repeating: EqualizerBand(rate: rate)) }

  /// Sets the states to zero and all parameters to their targets.
  mutating func reset() { for index in 0..<Self.count { bands[index].reset() } }

  @inline(__always)
  mutating func setTarget(of band: Int, _ settings: BandSettings, _ design: BandDesign, immediately: Bool) {
    bands[band].setTarget(settings, design, immediately: immediately)
  }

  /// The position of the gain of a band in the range of its dynamics, 0 to 1.
  func position(of band: Int) -> Double { bands[band].position }

  /// Whether a section processes sound.
  var isActive: Bool {
    mutating get {
      for index in 0..<Self.count where bands[index].isActive { return true }
      return false
    }
  }

  /// Filters with all bands: steady bands that follow each other side by side, and the others one after the other.
  mutating func process(
    _ samples: Outputs<Double>, _ input: BandInput, _ dry: Outputs<Double>, _ channels: Int, _ frames: Int
  ) {
    var band = 0
    while band < Self.count {
      let (end, sections) = steadyBands(from: band)
      if sections > 1 && frames >= Self.fewestFrames {
        if sections > 4 {
          processSteady(WavefrontSVF<SIMD8<Double>>(), band..<end, samples, channels, frames)
        } else {
          processSteady(WavefrontSVF<SIMD4<Double>>(), band..<end, samples, channels, frames)
        }
        band = end
      } else {
        if bands[band].isActive { bands[band].process(samples, input, dry: dry, channels: channels, frames: frames) }
        band += 1
      }
    }
  }

  /// The end of the steady bands that follow each other from `first` on, and the number of their sections.
  private mutating func steadyBands(from first: Int) -> (end: Int, sections: Int) {
    var (end, sections) = (first, 0)
    while end < Self.count && (!bands[end].isActive || bands[end].isSteady) {
      sections += bands[end].sectionCount
      end += 1
    }
    return (end, sections)
  }

  @inline(never)
  private mutating func processSteady<V>(
    _ empty: WavefrontSVF<V>, _ range: Range<Int>, _ samples: Outputs<Double>, _ channels: Int, _ frames: Int
  ) {
    // The first section of the group, and the next one.
    var (first, next) = (SectionPlace(band: range.lowerBound), SectionPlace(band: range.lowerBound))
    while next.band < range.upperBound {
      var group = empty
      first = next
      while next.band < range.upperBound && !group.isFull {
        if next.section < bands[next.band].sectionCount {
          bands[next.band].append(next.section, to: &group)
          next.section += 1
        } else {
          next = SectionPlace(band: next.band + 1)
        }
      }
      if group.count > 0 { group.process(samples, channels: channels, frames: frames) }
      for place in 0..<group.count {
        while first.section == bands[first.band].sectionCount { first = SectionPlace(band: first.band + 1) }
        bands[first.band].resume(first.section, &group, place, frames: frames)
        first.section += 1
      }
    }
  }
}

/// A section of a band.
private struct SectionPlace {
  var band: Int
  var section = 0
}
