import LV2Host
import Model
import Support
import TestHost

/// What a running instance holds more each time that a host repeats an action of a long session.
enum SessionGrowth {
  /// An action, as the subject of a sentence: "restore() of two states in turn".
  struct Action {
    let name: String
    let call: String
    fileprivate let perform: (InstanceUnderTest) -> Void
  }

  /// The actions that are repeated, for the details of the checks that use them.
  static let summary =
    "In one active instance, restore() of two states in turn, save(), and patch:Set of all parameters "
    + "are repeated \(Growth.warmUp + Growth.counted) times; growth in each of the last \(Growth.counted) repetitions is "
    + "reported."

  /// The growth by the first action for which `isFault` holds; nil if there is none.
  static func first(
    _ context: PluginContext, for check: CheckID, where isFault: (Growth) -> Bool
  ) throws -> (action: Action, growth: Growth)? {
    let hasState = context.plugin.extensionData.contains(URI.State.interface)
    let parameters = WritableParameter.all(of: context)
    let hasMessages = context.plugin.patchInput != nil && !parameters.isEmpty
    guard hasState || hasMessages else { return nil }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    for action in try actions(context, parameters, folder, file, hasMessages: hasMessages, for: check) {
      CrashRecord.note(activity: "\(action.name), again and again")
      func growth() throws -> Growth {
        let instance = try InstanceUnderTest(context, InstanceSetup(context, \.stateDirectory, folder.path))
        instance.activate()
        return Growth {
          action.perform(instance)
          instance.finishWork()
          return !instance.isWorkSlow
        }
      }
      let found = try growth()
      if isFault(found), try isFault(growth()) { return (action, found) }
    }
    return nil
  }

  private static func actions(
    _ context: PluginContext, _ parameters: [WritableParameter], _ folder: TemporaryFolder, _ file: String,
    hasMessages: Bool, for check: CheckID
  ) throws -> [Action] {
    var actions: [Action] = []
    func play(_ instance: InstanceUnderTest) { instance.play(context.noise, frames: 2 * context.blockLength) }
    if let source = try context.statefulInstance(folder) {
      source.activate()
      let initial = source.save() ?? StateSnapshot()
      source.randomizeState(context, for: check, file: file)
      let changed = source.save() ?? StateSnapshot()
      actions.append(
        Action(name: "restore() of two states in turn", call: "restore()") { instance in
          for state in [changed, initial] {
            instance.restore(state)
            play(instance)
          }
        })
      actions.append(
        Action(name: "save()", call: "save()") { instance in
          _ = instance.save()
          play(instance)
        })
    }
    if hasMessages {
      actions.append(
        Action(name: "patch:Set of all parameters", call: "run()") { instance in
          for block in 0..<2 * parameters.count {
            instance.prepareAtoms()
            instance.sendParameter(parameters, block: block, at: block < parameters.count ? 0.25 : 0.75, file: file)
            instance.run(instance.configuration.maximumBlockLength)
          }
        })
    }
    return actions
  }
}
