import LV2Host
import Model
import Scenarios
import TestHost

/// Plays phrases with an instrument, and listens to what stays.
struct NoteTrial {
  /// How a chord sounds, and how long after its release.
  struct Release {
    /// The peak of the chord.
    var peak: Float
    /// From the release of the keys, in seconds.
    var time: Double
  }

  enum Outcome {
    /// The peak of the sound that stays, and the time since the release of the keys, in seconds.
    case hanging(Float, after: Double)
    /// The peak of the later chord.
    case lost(Float)

    var isHanging: Bool { if case .hanging = self { true } else { false } }
  }

  /// The longest release that is waited for, in seconds.
  private static let longest = 6.0
  /// -40 dB below the peak of the chord, the sound counts as ended.
  private static let end: Float = 0.01
  /// -20 dB below the peak of the chord, a sound is clearly audible, and a chord is missing.
  private static let clear: Float = 0.1
  /// Quieter chords may be noise: -80 dBFS.
  private static let quietest: Float = 1e-4

  private let context: PluginContext

  init(_ context: PluginContext) { self.context = context }

  /// How a chord ends; nil if it does not sound, does not end within 6 s, or is hardly louder than the output without notes.
  func release(at setting: ControlSetting?) throws -> Release? {
    let musician = try Musician(context, at: setting)
    let idle = musician.listen(0.3).last ?? 0
    let peak = musician.chord()
    guard peak.isFinite, peak > Self.quietest, idle < peak * Self.end else { return nil }
    let tail = musician.listen(Self.longest)
    guard let last = tail.lastIndex(where: { !($0 < peak * Self.end) }) else { return Release(peak: peak, time: 0) }
    guard last < tail.count - 1 else { return nil }
    return Release(peak: peak, time: Double(last + 1) * musician.step)
  }

  /// What is wrong after a phrase; nil if nothing is.
  func outcome(of phrase: Phrase, _ expected: Release) throws -> Outcome? {
    let musician = try Musician(context, at: nil)
    musician.play(phrase)
    let wait = 3 * expected.time + 1
    let last = musician.listen(wait).suffix(musician.steps(0.25)).max() ?? 0
    if last > expected.peak * Self.clear {
      let later = musician.listen(2).suffix(musician.steps(0.25)).max() ?? 0
      return later > last / 2 ? .hanging(later, after: wait + 2) : nil
    }
    guard !phrase.changesSound else { return nil }
    let peak = musician.chord()
    return peak < expected.peak * Self.clear ? .lost(peak) : nil
  }

  /// The peak of held keys after the time in which a chord ends; nil if it is not finite.
  ///
  /// - Parameter messages: sent before that time.
  func held(sending messages: [[UInt8]] = [], _ expected: Release) throws -> Float? {
    let musician = try Musician(context, at: nil)
    musician.play(
      Phrase("keys") { score in
        score.press()
        for message in messages { score.send(message, at: 0) }
        score.rest()
      })
    let peak = musician.listen(expected.time + 0.5).suffix(musician.steps(0.25)).max() ?? 0
    return peak.isFinite ? peak : nil
  }
}

/// An active instance that plays music without other input.
private struct Musician {
  private let instance: InstanceUnderTest
  private let context: PluginContext

  init(_ context: PluginContext, at setting: ControlSetting?) throws {
    self.context = context
    instance = try context.activeInstance(at: setting)
  }

  private var block: Int { instance.configuration.maximumBlockLength }

  /// The duration of a block, in seconds.
  var step: Double { Double(block) / context.rate }

  /// The number of blocks of a duration in seconds; at least 1.
  func steps(_ seconds: Double) -> Int { max(1, Int((seconds / step).rounded(.up))) }

  /// The peaks of the blocks of silence that follow.
  func listen(_ seconds: Double) -> [Float] { peaks { $0.rest(seconds: seconds) } }

  func play(_ phrase: Phrase) { _ = peaks(phrase.write) }

  /// Plays a chord and releases its keys. Returns its peak.
  func chord() -> Float {
    peaks {
      $0.press()
      $0.release()
      $0.rest()
    }.max() ?? 0
  }

  private func peaks(_ write: (inout Score) -> Void) -> [Float] {
    var score = Score(rate: context.rate, block: block, generator: context.generator(for: AudioNoteEnd.id))
    write(&score)
    var peaks: [Float] = []
    instance.stream(Scenario.Passage(frames: score.length, score: score.sorted)) { length in
      peaks.append(instance.outputPeak(in: length, of: instance.audioOutputs))
    }
    return peaks
  }
}
