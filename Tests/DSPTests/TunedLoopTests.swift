import Foundation
import Testing

@testable import DSP

/// The loop of the tuned comb. Its pitch and decay time are tested with the sound, in `TunedCombTests`.
@Suite struct TunedLoopTests {
  /// The largest gain of the loop; for short delays only near the frequencies at which it has no phase, where it can ring. Their
  /// taps have gains of up to 1.0022 between the partials.
  private func largestGain(_ loop: TunedLoop) -> Double {
    let response = CombResponse(loop, dry: 0, wet: 1)
    var largest = 0.0
    var before = response.delayed(at: 1e-6)
    for step in 1..<4000 {
      let present = response.delayed(at: Double.pi * Double(step) / 4000)
      let hasNoPhase = before.real > 0 && present.real > 0 && before.imaginary * present.imaginary <= 0
      if hasNoPhase || loop.delay > 50 {
        let power = present.real * present.real + present.imaginary * present.imaginary
        largest = max(largest, power.squareRoot())
      }
      before = present
    }
    return loop.feedback * largest
  }

  /// The gain of the loop is below 1 where it rings: every sound in the comb decays.
  @Test(arguments: [8000.0, 44_100, 48_000, 192_000], [200.0, 2000, 20_000])
  func everySoundDecays(rate: Double, damping: Double) {
    let decay = TunedLoop.Decay(seconds: 60, damping: damping, sampleRate: rate)
    for pitch in stride(from: 20.0, through: 110, by: 0.37) {
      let loop = TunedLoop(period: rate / EqualTemperament.frequency(of: pitch, a4: 440), decay: decay)
      let gain = largestGain(loop)
      #expect(gain < 1 && gain > 0.9, "pitch \(pitch): \(gain)")
    }
  }

  /// At the note the bandpass has the gain 1 and no phase, and at the damping 0.707, if the note is far below it.
  @Test func theBandpassPassesTheNote() {
    for damping in [1000.0, 8000] {
      let decay = TunedLoop.Decay(seconds: 2, damping: damping, sampleRate: 48_000)
      let bandpass = TunedLoop(period: 480, decay: decay).bandpass
      func response(_ frequency: Double) -> (real: Double, imaginary: Double) {
        let angle = 2 * Double.pi * frequency / 48_000
        return bandpass.response(cos(angle), sin(angle))
      }
      let note = response(100)
      #expect(abs(note.real - 1) < 1e-9 && abs(note.imaginary) < 1e-9)
      let corner = response(damping)
      let size = (corner.real * corner.real + corner.imaginary * corner.imaginary).squareRoot()
      #expect(abs(20 * log10(size) + 3.01) < 0.1)
    }
  }

  /// The recurrence has the response that `response` states: the sum of an impulse response times its turns.
  @Test func theRecurrenceHasTheResponse() {
    let bandpass = LoopBandpass(center: 0.02, width: 0.4)
    var state = LoopBandpass.State()
    let angle = 0.5
    var (real, imaginary) = (0.0, 0.0)
    for frame in 0..<4000 {
      let value = state.next(frame == 0 ? 1 : 0, bandpass)
      real += value * cos(angle * Double(frame))
      imaginary -= value * sin(angle * Double(frame))
    }
    let expected = bandpass.response(cos(angle), sin(angle))
    #expect(abs(real - expected.real) < 1e-12 && abs(imaginary - expected.imaginary) < 1e-12)
  }

  /// A note whose bend makes its period longer than the delay line stays within the memory: RPN 0 allows 96 semitones.
  @Test func theLowestNoteHasRoomInTheDelayLine() {
    let rate = 1000.0
    let capacity = TunedCombFilter.capacity(rate: rate)
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: 4 * capacity)
    memory.initialize(repeating: 42, count: 4 * capacity)
    let points = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: MusicalClock.capacity)
    points.initialize(repeating: .zero, count: MusicalClock.capacity)
    defer {
      memory.deallocate()
      points.deallocate()
    }
    // The memory of the delay line is in the middle.
    (memory + capacity).update(repeating: 0, count: 2 * capacity)
    let line = MirroredDelayLine(storage: memory + capacity, capacity: capacity, isMirrored: false)
    var filter = TunedCombFilter(rate: rate, channels: 1, delayLines: (line, line), points: points)
    filter.play(20, glide: 0)
    filter.setBend(-96)
    var sound = [Float](repeating: 0.5, count: 20_000)
    sound.withUnsafeMutableBufferPointer { samples in
      let place = samples.baseAddress!
      filter.process((UnsafePointer(place), UnsafePointer(place)), (place, place), frames: samples.count)
    }
    #expect(filter.frequency == 1 / TunedCombFilter.longestDelay)
    let changed = (0..<capacity).filter { memory[$0] != 42 || memory[3 * capacity + $0] != 42 }
    #expect(changed.isEmpty)
    #expect(sound.allSatisfy { abs($0) < 2 })
  }

  /// A clock that gets the positions of a ramp states the time since a past beat as the integral of the tempo does.
  @Test func theClockFollowsARamp() {
    let points = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: MusicalClock.capacity)
    points.initialize(repeating: .zero, count: MusicalClock.capacity)
    defer { points.deallocate() }
    var clock = MusicalClock(rate: 1000, longest: 8000, points: points)
    // 60 quarters per minute and 6 more in each second: 1 + 0.1t quarters per second, and t + 0.05t² quarters.
    func beat(_ time: Double) -> Double { time + 0.05 * time * time }
    for block in 0..<1000 {
      let time = 0.02 * Double(block)
      _ = clock.follow(quartersPerMinute: 60 + 6 * time, beat: beat(time))
      clock.advance(20)
    }
    let expected = 20 - ((1 + 0.2 * (beat(20) - 2)).squareRoot() - 1) / 0.1
    #expect(abs(clock.delay(2, ahead: 0) - 1000 * expected) < 0.01)
    // The tempo remains, and after two quarters the delay is that of the tempo.
    clock.advance(3000)
    #expect(abs(clock.delay(2, ahead: 0) - 2000 / 2.998) < 1e-6)
  }
}
