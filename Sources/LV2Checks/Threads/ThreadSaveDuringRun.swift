import LV2Host
import Synchronization

enum ThreadSaveDuringRun: PluginCheck {
  static let id = CheckID.threadSaveDuringRun
  static let text = CheckText(
    asserts: "save() neither crashes nor hangs while run() is on in another thread.",
    rule: "save() may be called concurrently with functions of the audio class; the plug-in sees to what that takes",
    source: "lv2/state/state.h: LV2_State_Interface.save",
    method: "One thread runs blocks of noise with controls, parameters and MIDI on the move, for half a second or 2000 "
      + "blocks, while another saves again and again.",
    remedy: "Hand save() a copy of the state, by atomic exchange or under a lock that run() only tries to take.",
    severities: [.error])

  private static let time = Duration.milliseconds(500)
  private static let blocks = 2000

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    let file = try folder.writeSound()
    guard let rig = try context.statefulRig(folder) else { return .skipped(StateSkip.noState) }
    rig.activate()
    rig.stir(context, for: id, file: file)
    let player = Player(rig, context, file: file)
    BlackBox.note(stage: "save() and run() in two threads")
    // One call of the black box around both threads: a thread that hangs does so within it.
    Rig.noted("save") {
      ParallelThreads.run([
        { player.play(blocks, for: time) },
        {
          while player.isPlaying {
            _ = rig.instance.saveState()
            BlackBox.noteProgress()
          }
        },
      ])
    }
    return .passed
  }
}

/// Plays blocks that all differ, without a note in the black box.
private final class Player: @unchecked Sendable {
  // SAFETY: one thread plays; the other reads the atomic flag alone.
  private let rig: Rig
  private let parameters: [WritableParameter]
  private let file: String
  private var generator: SeededGenerator
  private let playing = Atomic<Bool>(true)

  init(_ rig: Rig, _ context: PluginContext, file: String) {
    self.rig = rig
    self.file = file
    parameters = WritableParameter.all(of: context)
    generator = context.generator(for: ThreadSaveDuringRun.id)
    rig.fill(context.noise, from: 0, count: rig.configuration.maximumBlockLength)
  }

  var isPlaying: Bool { playing.load(ordering: .acquiring) }

  /// Plays as many blocks as there is time for, at most `blocks`.
  func play(_ blocks: Int, for time: Duration) {
    let end = ContinuousClock.now + time
    let controls = rig.plugin.ports(.control, .input)
    for block in 0..<blocks where ContinuousClock.now < end {
      if !controls.isEmpty, let range = controls[block % controls.count].range(rate: rig.setup.rate) {
        let port = controls[block % controls.count]
        rig[control: port.index] = port.value(at: generator.unit(), in: range)
      }
      rig.prepareAtoms()
      rig.sendParameter(parameters, block: block, at: generator.unit(), file: file)
      if let midiInput = rig.midiInput {
        let note = UInt8(truncatingIfNeeded: block / 2) & 0x7F
        rig.atom(midiInput)?.sequence.append(midi: [block % 2 == 0 ? 0x90 : 0x80, note, 100], frame: 0)
      }
      rig.instance.run(rig.configuration.maximumBlockLength)
      rig.instance.features.worker.performDeferred()
      BlackBox.noteProgress()
    }
    playing.store(false, ordering: .releasing)
  }
}
