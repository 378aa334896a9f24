import LV2Host
import Support
import Synchronization
import TestHost
import ValidationModel

/// Plays blocks that all differ, while another thread calls functions of the instance; without entries in the crash record.
final class Player: @unchecked Sendable {
  // SAFETY: one thread plays; the other uses only the atomic properties.
  private let instance: InstanceUnderTest
  private let parameters: [WritableParameter]
  private let file: String
  private var generator: SplitMix64
  let isPlaying = Atomic<Bool>(true)
  /// The number of calls in the other thread.
  let calls = Atomic<Int>(0)
  /// Whether the work of the worker is done between the blocks; otherwise the other thread does it.
  private let performsWork: Bool

  init(
    _ instance: InstanceUnderTest, _ context: PluginContext, file: String, for check: CheckID, performsWork: Bool
  ) {
    self.instance = instance
    self.file = file
    self.performsWork = performsWork
    parameters = WritableParameter.all(of: context)
    generator = context.generator(for: check)
    instance.fill(context.noise, from: 0, count: instance.configuration.maximumBlockLength)
  }

  /// Plays for a time and until the other thread made enough calls, but not past the end.
  func play(for time: Duration, calls enough: Int, until end: ContinuousClock.Instant) {
    let start = ContinuousClock.now
    // An instance that was created in time plays for its whole time.
    let end = max(end, start + time)
    let controls = instance.plugin.ports(.control, .input)
    var block = 0
    while true {
      let now = ContinuousClock.now
      if now > end || (now - start > time && calls.load(ordering: .relaxed) >= enough) { break }
      let port = controls.isEmpty ? nil : controls[block % controls.count]
      if let port, let range = port.range(rate: instance.setup.rate) {
        instance[control: port.index] = port.value(at: generator.unit(), in: range)
      }
      instance.prepareAtoms()
      instance.sendParameter(parameters, block: block, at: generator.unit(), file: file)
      if let midiInput = instance.midiInput {
        let note = UInt8(truncatingIfNeeded: block / 2) & 0x7F
        instance.atom(midiInput)?.sequence.append(midi: [block % 2 == 0 ? 0x90 : 0x80, note, 100], frame: 0)
      }
      instance.hosted.run(instance.configuration.maximumBlockLength)
      if performsWork { instance.hosted.features.worker.performDeferred() }
      CrashRecord.noteProgress()
      block += 1
    }
    isPlaying.store(false, ordering: .releasing)
  }
}
