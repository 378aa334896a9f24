import LV2Host
import ValidationModel

/// The settings that a crash in run() needs, found by trying fewer and fewer of those at the crash.
package struct CrashReduction: Codable, Sendable {
  /// The value of a control input.
  package struct PortValue: Codable, Sendable {
    var port: Int
    var value: Float
  }

  /// The blocks at the defaults before the settings, and those with them.
  private static let (blocksBefore, blocks) = (2, 8)

  /// Whether a fresh instance crashes with all values.
  package let isReproduced: Bool
  /// The control inputs without which a fresh instance does not crash, with their values; all that differ from their
  /// defaults if it does not crash at all.
  package let controls: [Finding.ControlValue]
  /// The length of the blocks, in frames.
  package let frames: Int
  /// Whether the instance does not crash in blocks of the usual length.
  package let needsLength: Bool

  /// Each attempt uses a fresh instance of this process, which survives the crash.
  package init(_ context: PluginContext, values: [PortValue], frames: Int) {
    let ports = context.plugin.ports(.control, .input)
    var changed = values.filter { value in
      ports.contains { $0.index == value.port && $0.initialValue(rate: context.rate) != value.value }
    }
    func crashes(_ values: [PortValue], _ frames: Int) -> Bool {
      CrashRecord.note(activity: "looking for the cause of a crash")
      return (try? CrashReduction.crashes(context, values, frames)) ?? false
    }
    isReproduced = crashes(changed, frames)
    if isReproduced {
      if crashes([], frames) { changed = [] }
      for value in changed {
        let others = changed.filter { $0.port != value.port }
        if crashes(others, frames) { changed = others }
      }
    }
    controls = changed.map { .init(symbol: context.symbol($0.port), value: $0.value) }
    self.frames = frames
    needsLength = isReproduced && frames != context.blockLength && !crashes(changed, context.blockLength)
  }

  private static func crashes(
    _ context: PluginContext, _ values: [PortValue], _ frames: Int
  ) throws(HostError) -> Bool {
    var setup = InstanceSetup(context)
    setup.blockLength = max(setup.blockLength, frames)
    let instance = try InstanceUnderTest(context, setup)
    let length = instance.configuration.isFixedBlockLength ? instance.configuration.maximumBlockLength : frames
    guard let run = instance.hosted.descriptor.pointee.run else { return false }
    instance.activate()
    for block in 0..<blocksBefore + blocks {
      if block == blocksBefore {
        for value in values { instance[control: value.port] = value.value }
      }
      instance.fill(.noise(amplitude: 0.5, seed: context.seed), from: block * length, count: length)
      instance.prepareAtoms()
      if block == 0 { instance.playNote(at: 0, until: .max, length: length) }
      if !instance.survives(run, length) {
        // Its state is undefined, so it cannot be freed.
        _ = Unmanaged.passRetained(instance)
        return true
      }
    }
    return false
  }

  /// The sentence about the cause; empty if it was not found.
  package var text: String {
    guard isReproduced else { return "" }
    let list = controls.map { "\($0.symbol) = \($0.value)" }.joined(separator: ", ")
    let setting = controls.isEmpty ? "all controls at their defaults" : "\(list), and other controls at their defaults"
    let length =
      needsLength ? ", in blocks of \(frames) frame\(frames == 1 ? "" : "s") but not of the usual length" : ""
    return " A fresh instance crashes with \(setting)\(length)."
  }
}
