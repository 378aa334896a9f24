import Glibc
import LV2Host
import Synchronization

enum ThreadSaveDuringRun: PluginCheck {
  static let id = CheckID.threadSaveDuringRun
  static let text = CheckText(
    asserts: "The state can be saved while another thread runs the instance.",
    rule: "save() may be called from any non-realtime thread, concurrently with run()",
    source: "lv2/state/state.h: LV2_State_Interface.save",
    method: """
      One thread runs blocks of noise with a control that moves while another saves the state, until a hundred states \
      are saved or half a second has passed. A crash or a hang is the finding.
      """,
    remedy: "Take a consistent copy of what save() writes, without making run() wait.",
    severities: [.error])

  private static let saves = 100
  private static let time = Duration.milliseconds(500)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let rig = try Rig(context, RigSetup(context))
    guard rig.instance.hasState else { return .skipped("it has no state interface") }
    rig.activate()
    let saving = Atomic(true)
    let clock = ContinuousClock()
    let end = clock.now + time
    let control = context.plugin.ports(.control, .input).first {
      !$0.isToggled && $0.range(rate: rig.setup.rate) != nil
    }
    ParallelThreads.run([
      {
        defer { saving.store(false, ordering: .releasing) }
        for _ in 0..<saves where clock.now < end { _ = rig.instance.saveState() }
      },
      {
        var frame = 0
        while saving.load(ordering: .acquiring) {
          if let control, let range = control.range(rate: rig.setup.rate) {
            rig[control: control.index] = control.value(at: Float(frame % 7) / 7, in: range)
          }
          rig.play(.noise(amplitude: 0.5, seed: context.seed), frames: 1, from: frame)
          frame += 1
        }
      },
    ])
    return .passed
  }
}
