import LV2Host
import Model
import Support
import TestHost

/// What is heard after save() and after restore().
extension StateRoundtrip {
  private static let frames = 2048

  static func soundFindings(
    _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> [Finding] {
    guard case .recording = try context.reference(context.noise, frames: frames) else { return [] }
    if let level = try differenceAfterSave(folder, file, context), level.isAudible {
      let found: Finding = finding(
        .outputAfterSave,
        "After save(), the output of run() differs \(level.clause) from that without save(); expected no "
          + "effect.", call: "save()", seed: context.seed)
      return findings(
        in: try context.confirmed([found]) { try differenceAfterSave(folder, file, $0)?.isAudible == true })
    }
    if let level = try differenceAfterRestore(folder, file, context), level.isAudible {
      let hasParameters = !WritableParameter.all(of: context).isEmpty
      let parameters = hasParameters ? "the parameters" : "the controls"
      let found: Finding = finding(
        .restoredOutput,
        "After restore() into a new instance, the output for noise differs \(level.clause) from that of "
          + "the saved instance; expected equal output."
          + (hasParameters ? " Parameters of that were set by patch:Set." : ""),
        naming: [parameters], call: "restore()", seed: context.seed)
      return findings(
        in: try context.confirmed([found]) { try differenceAfterRestore(folder, file, $0)?.isAudible == true })
    }
    return []
  }

  private static func findings(in outcome: CheckOutcome) -> [Finding] {
    if case .findings(let findings) = outcome { findings } else { [] }
  }

  /// The difference of two instances of which one is saved; nil if two that are not saved differ too.
  private static func differenceAfterSave(
    _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> DifferenceLevel? {
    CrashRecord.note(activity: "noise after save(), compared with noise without it")
    func continuation(saving: Bool) throws -> Recording? {
      guard let instance = try changedInstance(folder, file, context) else { return nil }
      instance.play(context.noise, frames: frames)
      if saving { _ = instance.save() }
      return instance.play(context.noise, frames: frames, from: frames)
    }
    guard let plain = try continuation(saving: false), let saved = try continuation(saving: true),
      !plain.isIdentical(to: saved), let again = try continuation(saving: false), plain.isIdentical(to: again)
    else { return nil }
    return DifferenceLevel(plain.largestDifference(from: saved), peak: plain.peak)
  }

  /// The difference of a saved instance and one with the restored state; nil if the output of either is not repeatable.
  private static func differenceAfterRestore(
    _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> DifferenceLevel? {
    CrashRecord.note(activity: "noise after restore(), compared with that of the saved instance")
    guard let source = try changedInstance(folder, file, context), let state = source.save() else { return nil }
    func recording(restoring: Bool) throws -> Recording? {
      let made = restoring ? try context.statefulInstance(folder) : try changedInstance(folder, file, context)
      guard let instance = made else { return nil }
      if restoring {
        guard instance.restore(state) == 0 else { return nil }
        instance.activate()
        // As many blocks as the saved instance has played: an oscillator may go on after a reset.
        let blocks = WritableParameter.all(of: context).count
        instance.stream(.silence, frames: blocks * instance.configuration.maximumBlockLength) { _, _ in
          !instance.isWorkSlow
        }
        instance.settle()
      }
      instance.reset()
      instance.settle()
      instance.reset()
      return instance.play(context.noise, frames: frames)
    }
    guard let expected = try recording(restoring: false), let restored = try recording(restoring: true),
      expected.peak > 0, expected.peak.isFinite, !expected.isIdentical(to: restored),
      let again = try recording(restoring: false), expected.isIdentical(to: again),
      let repeated = try recording(restoring: true), restored.isIdentical(to: repeated)
    else { return nil }
    return DifferenceLevel(expected.largestDifference(from: restored), peak: expected.peak)
  }

  /// An active instance whose parameters were set by patch messages, controls being at their defaults.
  private static func changedInstance(
    _ folder: TemporaryFolder, _ file: String, _ context: PluginContext
  ) throws -> InstanceUnderTest? {
    guard let instance = try context.statefulInstance(folder) else { return nil }
    var generator = context.generator(for: id)
    instance.activate()
    let parameters = WritableParameter.all(of: context)
    for block in parameters.indices where !instance.isWorkSlow {
      instance.fill(.silence, from: 0, count: instance.configuration.maximumBlockLength)
      instance.prepareAtoms()
      instance.sendParameter(parameters, block: block, at: generator.unit(), file: file)
      instance.run(instance.configuration.maximumBlockLength)
    }
    instance.settle()
    return instance
  }
}
