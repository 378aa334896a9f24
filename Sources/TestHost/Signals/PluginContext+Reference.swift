import CProbe
import LV2Host
import ValidationModel

extension PluginContext {
  /// Noise at -12 dBFS: loud enough for every stage, and not so loud that a plug-in within reason clips.
  package var noise: Signal { .noise(amplitude: 0.25, seed: seed) }

  /// What a fresh instance makes of `signal` at its defaults.
  ///
  /// - Throws: `HostError`.
  package func record(
    _ signal: Signal, frames: Int, _ setup: InstanceSetup? = nil, cut: InstanceUnderTest.Cut = .longest
  ) throws -> Recording {
    let instance = try InstanceUnderTest(self, setup ?? InstanceSetup(self))
    instance.activate()
    return instance.play(signal, frames: frames, cut: cut)
  }

  /// What fresh instances make of the signal, where two of them make the same of it to the bit, and it is finite.
  ///
  /// - Throws: `HostError`.
  package func reference(_ signal: Signal, frames: Int, _ setup: InstanceSetup? = nil, cut: InstanceUnderTest.Cut = .longest) throws -> Reference {
    guard plugin.hasAudioOutput else { return .none("it has no audio or CV output") }
    // Alive together, so that the library stays loaded and its static variables keep what the first one left there.
    let instances = try (0..<2).map { _ in try InstanceUnderTest(self, setup ?? InstanceSetup(self)) }
    let recordings = instances.map { instance in
      instance.activate()
      return instance.play(signal, frames: frames, cut: cut)
    }
    let (first, second) = (recordings[0], recordings[1])
    guard first.firstNonfinite == nil else {
      return .none("its output is not finite to begin with: see audio.nonfinite")
    }
    guard first.isIdentical(to: second) else {
      return .none("two fresh instances do not put out the same: see audio.determinism")
    }
    return .recording(first)
  }

  /// The findings that a comparison has brought, where `isRepeated` says that both takes that were compared come out the
  /// same again: at another time of day, at another place in memory, and when their instances have had time to settle.
  ///
  /// Two equal takes do not prove that an output is repeatable: some plug-ins seed their random numbers with the second,
  /// others crackle now and then, or load what they need in a thread of their own.
  ///
  /// - Parameter isRepeated: makes the takes anew, in the context that it is given.
  package func confirmed(_ findings: [Finding], _ isRepeated: (PluginContext) throws -> Bool) throws -> CheckOutcome {
    guard !findings.isEmpty else { return .passed }
    for settlingTime in [0, 50_000] as [UInt32] {
      changeTimeOfDay()
      var context = self
      context.settlingTime = settlingTime
      // Takes the place in memory where the instances of the first takes were.
      let other = try InstanceUnderTest(self, InstanceSetup(self))
      guard try withExtendedLifetime(other, { try isRepeated(context) }) else {
        return .skipped("fresh instances do not put out the same at all times: see audio.determinism")
      }
    }
    return .findings(findings)
  }

  /// Lets the time of day that the plug-in sees jump ahead: by a prime number of seconds, so that every part of it changes.
  package func changeTimeOfDay() {
    probe_clock_advance(100_003)
  }

  /// A recording to compare with, or the reason why there can be none.
  package enum Reference {
    case recording(Recording)
    case none(String)
  }

  /// Whether the outputs are finite at the defaults, so that what is not finite elsewhere has another cause.
  ///
  /// - Throws: `HostError`.
  package func isFiniteAtDefaults() throws -> Bool {
    let instance = try InstanceUnderTest(self, InstanceSetup(self))
    instance.activate()
    return [noise, .fullScale, .silence].allSatisfy { instance.play($0, frames: 4096).firstNonfinite == nil }
  }

  /// A port as a message calls it.
  package func name(_ port: Int) -> String {
    "'\(plugin.ports.first { $0.index == port }?.symbol ?? String(port))'"
  }
}

extension PluginDescription {
  /// Whether there is an output to look at.
  package var hasAudioOutput: Bool { ports.contains { ($0.kind == .audio || $0.kind == .cv) && $0.isOutput } }
  /// The index of the first atom input that takes MIDI.
  package var midiInput: Int? {
    ports.first { $0.takesSequence && $0.isInput && $0.supports.contains(URI.MIDI.event) }?.index
  }
  /// Whether there is an input to play into.
  package var hasAudioInput: Bool { ports.contains { ($0.kind == .audio || $0.kind == .cv) && $0.isInput } }
}
