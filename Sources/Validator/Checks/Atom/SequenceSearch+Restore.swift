import LV2Host
import Model
import Support
import TestHost

/// What a plug-in writes after restore().
extension SequenceSearch {
  /// Plays in short and long blocks, and sends messages for parameters, after restore() of a state: before activate(), and
  /// between two blocks.
  func playRestored(_ state: StateSnapshot, file: String) {
    isRestored = true
    begin(nil)
    let parameters = WritableParameter.all(of: context).prefix(Self.maximumParameters)
    for isActive in [false, true] {
      if !isActive { instance.deactivate() }
      instance.restore(state)
      if !isActive { instance.activate(reconnecting: false) }
      instance.play(
        context.noise, frames: Self.restoredFrames, blocks: isActive ? [1, 64, .max] : [.max, 1],
        after: { _, length in examine(frames: length) })
      for (index, parameter) in parameters.enumerated() where !instance.isWorkSlow {
        let length = index % 2 == 0 ? instance.configuration.maximumBlockLength : 1
        play(length) { instance in
          guard let value = parameter.value(at: 0.75, file: file) else { return }
          instance.send(patchSet: parameter.uri, type: parameter.type, value: value)
        }
        play(length) { $0.send(patchGet: parameter.uri) }
      }
      if !parameters.isEmpty { play(instance.configuration.maximumBlockLength) { $0.send(patchGet: nil) } }
    }
  }

  /// Plays one silent block with messages, and examines the outputs.
  private func play(_ length: Int, _ send: (InstanceUnderTest) -> Void) {
    let length = instance.configuration.isFixedBlockLength ? instance.configuration.maximumBlockLength : length
    instance.fill(.silence, from: 0, count: length)
    instance.prepareAtoms()
    send(instance)
    instance.run(length)
    examine(frames: length)
  }

  /// The parameters for which messages are sent after restore(), and the frames before that.
  private static let (maximumParameters, restoredFrames) = (8, 4096)

  /// The findings in what a plug-in writes after restore() of a state with other controls and parameters.
  static func findingsAfterRestore(
    _ context: PluginContext, _ folder: TemporaryFolder, file: String
  ) throws -> [Finding] {
    guard let source = try context.statefulInstance(folder) else { return [] }
    source.activate()
    source.randomizeState(context, for: AtomOutput.id, file: file)
    source.settle()
    guard let state = source.save() else { return [] }
    let search = try SequenceSearch(context, InstanceSetup(context, \.stateDirectory, folder.path))
    search.playRestored(state, file: file)
    return search.findings
  }
}
