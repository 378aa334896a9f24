import Effects
import Foundation
import LV2Kit
import LV2KitTesting
import Testing

@testable import Views

/// The spectra of running instances. A sine wave of full scale, 1 kHz, passes through an equalizer.
@Suite struct RecordingTests {
  private static let rate = 48_000.0
  /// The frames between two pictures.
  private static let step = 1600

  /// An instance with a window, and the number of processed frames.
  private final class Subject {
    let host: EffectHost<PeakingEQ>
    let memory: UnsafeMutableRawPointer
    let analyzer: Analyzer
    private var time = 0

    init(_ layout: Layout = .mono, speed: Analyzer.Speed = .medium) throws {
      host = try #require(EffectHost(PeakingEQ.self, layout))
      memory = try #require(host.openTap())
      analyzer = Analyzer(memory: memory, rate: RecordingTests.rate)
      analyzer.speed = speed
      host.set(.frequency, to: 1000)
    }

    /// Processes and shows `pictures` pictures.
    func run(_ pictures: Int, amplitude: Float = 1) {
      for _ in 0..<pictures {
        let sine = (time..<time + RecordingTests.step).map {
          amplitude * Float(sin(2 * Double.pi * 1000 / RecordingTests.rate * Double($0)))
        }
        time += RecordingTests.step
        _ = host.process([[Float]](repeating: sine, count: host.layout.inputs), blockLength: 100)
        _ = analyzer.update(seconds: Double(RecordingTests.step) / RecordingTests.rate)
      }
    }

    func level(_ powers: [Double], _ frequency: Double) -> Double {
      10
        * log10(powers[Int((Analyzer.bandsPerOctave * Foundation.log2(frequency / Analyzer.lowest)).rounded())] + 1e-12)
    }
  }

  @Test(arguments: [Analyzer.Speed.slow, .medium, .fast], [Layout.mono, .stereo])
  func aSineWaveHasItsLevel(speed: Analyzer.Speed, layout: Layout) throws {
    let subject = try Subject(layout, speed: speed)
    subject.host.set(.gain, to: 12)
    subject.run(300)
    let analyzer = subject.analyzer
    #expect(abs(subject.level(analyzer.inputs, 1000)) < 0.1)
    #expect(abs(subject.level(analyzer.outputs, 1000) - 12) < 0.1)
    for frequency in [100.0, 500, 2000, 10_000] {
      #expect(subject.level(analyzer.inputs, frequency) < -60, "\(frequency) Hz")
    }
  }

  /// After a step of the level, the mean power follows with the time constant of the setting, except for the time of the
  /// recordings.
  @Test(arguments: [Analyzer.Speed.slow, .medium, .fast])
  func theSpeedIsTheTimeConstant(speed: Analyzer.Speed) throws {
    let subject = try Subject(speed: speed)
    subject.run(1)
    var pictures = 1
    while subject.level(subject.analyzer.outputs, 1000) < 10 * log10(1 - exp(-1)) && pictures < 300 {
      subject.run(1)
      pictures += 1
    }
    let recording = Double(speed.frames) / Self.rate
    let time = Double(pictures * Self.step) / Self.rate
    #expect(time > speed.seconds && time < speed.seconds + recording + 0.15, "\(time) s")
  }

  /// The cost on the audio thread: a sixth of the frames is recorded, and none if no spectrum is shown.
  @Test func recordsTheStatedPart() throws {
    let subject = try Subject()
    let tap = Tap(memory: subject.memory)
    subject.run(300)
    let part = Double(tap.count * tap.frames) / Double(300 * Self.step)
    #expect(part > 0.12 && part <= 1.0 / 6, "\(part)")
    subject.analyzer.selection = .off
    let count = tap.count
    subject.run(100)
    #expect(tap.count == count && tap.isComplete)
  }

  @Test func theSpectraEndWithTheInstance() throws {
    var subject: Subject? = try Subject()
    subject?.run(30)
    let analyzer = try #require(subject?.analyzer)
    #expect(analyzer.outputs.max() ?? 0 > 0.1)
    subject = nil
    var pictures = 0
    while analyzer.update(seconds: 1.0 / 30) && pictures < 1000 { pictures += 1 }
    #expect(pictures < 1000)
    #expect(analyzer.outputs.allSatisfy { $0 <= 1e-13 })
  }

  /// Controls move and the bypass changes while samples are recorded.
  @Test func aWindowDoesNotChangeTheSound() throws {
    let hosts = try [0, 1].map { _ in try #require(EffectHost(PeakingEQ.self, .stereo)) }
    let tap = Tap(memory: try #require(hosts[1].openTap()))
    for turn in 0..<60 {
      tap.request(300)
      let input = (0..<2).map { channel in (0..<500).map { Float(($0 * 37 + channel * 11 + turn) % 101) / 101 - 0.5 } }
      let outputs = hosts.map { host in
        host.set(.gain, to: Float(turn % 20))
        host.isEnabled = turn % 15 < 11
        return host.process(input, blockLength: 64).audio
      }
      #expect(outputs[0] == outputs[1])
      #expect(tap.isComplete && tap.count == turn + 1)
      #expect(tap.sample(7, ofOutput: false) == 0.5 * (input[0][7] + input[1][7]))
      #expect(tap.sample(299, ofOutput: true) == 0.5 * (outputs[1][0][299] + outputs[1][1][299]))
    }
    tap.removeOwner()
  }
}
