import CProbe
import LV2Host
import Model

extension PluginContext {
  /// Noise at -12 dBFS: loud enough to excite every stage, and too quiet to make a normal plug-in clip.
  package var noise: Signal { noise(gain: 1) }

  /// The same noise with another level.
  package func noise(gain: Float) -> Signal { .noise(amplitude: 0.25 * gain, seed: seed) }

  /// The output of a fresh instance at its defaults.
  package func record(
    _ signal: Signal, frames: Int, _ setup: InstanceSetup? = nil, blocks: [Int] = [.max]
  ) throws(HostError) -> Recording {
    let instance = try InstanceUnderTest(self, setup ?? InstanceSetup(self))
    instance.activate()
    return instance.play(signal, frames: frames, blocks: blocks)
  }

  /// A recording to compare with, or the reason why there is none.
  package enum Reference {
    case recording(Recording)
    case none(String)
  }

  /// The output of a fresh instance, provided that it is finite and that another instance gives the same bits: the second one,
  /// or the third if the first one differs, which initializes what all share.
  package func reference(_ signal: Signal, frames: Int, _ setup: InstanceSetup? = nil) throws(HostError) -> Reference {
    guard plugin.hasAudioOutput else { return .none("the plug-in has no audio or CV output") }
    // All instances exist at once: the library stays loaded, and static variables keep what the first instance wrote.
    var instances = try (0..<2).map { _ throws(HostError) in try InstanceUnderTest(self, setup ?? InstanceSetup(self)) }
    func recording(_ instance: InstanceUnderTest) -> Recording {
      instance.activate()
      return instance.play(signal, frames: frames)
    }
    let (first, second) = (recording(instances[0]), recording(instances[1]))
    guard first.firstNonfinite == nil else {
      return .none("the output is not finite at the defaults: see audio.nonfinite")
    }
    if first.isIdentical(to: second) { return .recording(first) }
    instances.append(try InstanceUnderTest(self, setup ?? InstanceSetup(self)))
    guard second.isIdentical(to: recording(instances[2])) else {
      return .none("two fresh instances give different output: see audio.determinism")
    }
    return .recording(second)
  }

  /// The findings of a comparison, if the compared recordings are repeatable.
  ///
  /// Two equal recordings do not prove that an output is repeatable. Some plug-ins seed random numbers with the time of
  /// day, some have occasional dropouts, and some load resources in a thread. `isRepeated` therefore runs twice: at
  /// another time of day, with instances at other addresses, and the second time with `settled` instances.
  ///
  /// - Parameter isRepeated: makes the recordings again in the context that it receives; returns whether they are the same.
  package func confirmed(_ findings: [Finding], _ isRepeated: (PluginContext) throws -> Bool) throws -> CheckOutcome {
    guard !findings.isEmpty else { return .passed }
    for finding in findings { FindingJournal.note?(.withdrawn(finding)) }
    for context in [self, settled] {
      changeTimeOfDay()
      // Occupies the addresses of the instances in the first comparison.
      let other = try InstanceUnderTest(self, InstanceSetup(self))
      guard try withExtendedLifetime(other, { try isRepeated(context) }) else {
        return .skipped("the output of fresh instances is not repeatable: see audio.determinism")
      }
    }
    return .findings(findings)
  }

  /// The same context, with 0.1 s between activate() and the first block: some plug-ins load resources in a thread and are
  /// silent until then, which is longer beside other programs.
  package var settled: PluginContext {
    var context = self
    context.settlingTime = 100_000
    return context
  }

  /// Advances the time of day that the plug-in sees by a prime number of seconds, so that all its components change.
  package func changeTimeOfDay() { probe_clock_advance(100_003) }

  /// Whether the outputs are finite at the defaults. If they are not, other settings are not the cause of NaN or infinity.
  ///
  /// - Parameter rate: in hertz; the rate of the run if nil.
  package func isFiniteAtDefaults(rate: Double? = nil) throws(HostError) -> Bool {
    var setup = InstanceSetup(self)
    setup.rate = rate ?? self.rate
    let instance = try InstanceUnderTest(self, setup)
    instance.activate()
    return [noise, .fullScale, .silence].allSatisfy { instance.play($0, frames: 4096).firstNonfinite == nil }
  }

  /// The symbol of a port, the subject of findings about it; the index if the port is unknown.
  package func symbol(_ port: Int) -> String { plugin.ports.first { $0.index == port }?.symbol ?? String(port) }

  /// The symbol of a port in quotation marks, for a message.
  package func name(_ port: Int) -> String { "'\(symbol(port))'" }
}

extension PortDescription {
  /// The port in a message: "input control 'gain'", "audio output 'out'", "atom input 'events'".
  package var title: String {
    switch (kind, direction) {
    case (_, nil): "port '\(symbol)'"
    case (.control, let direction?): "\(direction.rawValue) control '\(symbol)'"
    case (.cv, let direction?): "CV \(direction.rawValue) '\(symbol)'"
    case (_, let direction?): "\(kind.rawValue) \(direction.rawValue) '\(symbol)'"
    }
  }
}

extension PluginDescription {
  package var hasAudioOutput: Bool { ports.contains { $0.hasSamples && $0.isOutput } }
  package var hasAudioInput: Bool { ports.contains { $0.hasSamples && $0.isInput } }
  /// The index of the first atom input that supports MIDI.
  package var midiInput: Int? { midiInputs.first }
  /// The indices of all atom inputs that support MIDI.
  package var midiInputs: [Int] {
    ports.filter { $0.supportsSequence && $0.isInput && $0.supports.contains(URI.MIDI.event) }.map(\.index)
  }
  /// The index of the atom input for patch messages: the one that supports them, otherwise the one designated lv2:control.
  package var patchInput: Int? {
    let inputs = ports.filter { $0.supportsSequence && $0.isInput }
    let supporting = inputs.first { $0.supports.contains(URI.Patch.message) }
    return (supporting ?? inputs.first { $0.isDesignated(URI.Core.control) })?.index
  }
}
