import CProbe
import LV2Host

enum StateGarbage: PluginCheck {
  static let id = CheckID.stateGarbage
  static let text = CheckText(
    asserts: "restore() neither crashes nor reads beyond a value when values have other types or sizes than it saved.",
    rule: "retrieve() tells type and size of a value, which may come from another version, another machine or a person",
    source: "lv2/state/state.h: LV2_State_Retrieve_Function",
    method: """
      Saves, gives every key in turn a number of 4 or 8 bytes, strings of 0, 1 and 4000 characters, a path, a chunk of 1 \
      byte, a vector and a tuple, restores that and runs. Every value ends at an inaccessible page, so that what is read \
      beyond it is seen. A number of the right type has its right size.
      """,
    remedy: "Compare type and size with what you expect before you read the value, and fall back to a default.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let source = try context.statefulRig(folder) else { return .skipped(PluginContext.noState) }
    let file = try folder.writeSound()
    source.activate()
    source.stir(context, for: id, file: file)
    guard let saved = source.save(), !saved.properties.isEmpty else { return .skipped("it saves nothing") }
    var findings: [Finding] = []
    for (name, type, bytes) in garbage {
      guard let rig = try context.statefulRig(folder) else { continue }
      rig.activate()
      rig.watch = .buffers
      BlackBox.note(stage: "every value \(name)")
      probe_event_reset()
      let memory = GuardedStateMemory()
      rig.restore(spoilt(saved, type, bytes), in: memory)
      let trespasses = GuardedStateMemory.trespasses()
      // What it reads of the values from now on is the business of state.contract.
      rig.settle()
      rig.deactivate()
      rig.cleanup()
      withExtendedLifetime(memory) {}
      findings += self.findings(
        of: trespasses, in: "restore()", context, severity: { _ in .error },
        message: { _ in "It reads past the end of \(name) of \(bytes.count) bytes, given to it for every value," })
    }
    return .findings(Array(findings.prefix(1)))
  }

  /// What is put in, as a message calls it.
  private static let garbage: [(name: String, type: String, bytes: [UInt8])] = [
    ("an atom:Int", URI.Atom.int, [255, 255, 255, 255]),
    ("an atom:Long", URI.Atom.long, Array(repeating: 255, count: 8)),
    ("an atom:Float", URI.Atom.float, [0, 0, 192, 127]), ("an atom:Bool", URI.Atom.bool, [1, 0, 0, 0]),
    ("an empty atom:String", URI.Atom.string, [0]), ("an atom:String", URI.Atom.string, [120, 0]),
    ("an atom:String", URI.Atom.string, Array(repeating: 120, count: 4000) + [0]),
    ("an atom:Path", URI.Atom.path, Array("nowhere/to/be/found".utf8) + [0]), ("an atom:Chunk", URI.Atom.chunk, [7]),
    ("an atom:Vector", URI.Atom.vector, [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64]),
    ("an atom:Tuple", URI.Atom.tuple, [0, 0, 0, 0, 0, 0, 0, 0]),
  ]

  /// The state with every value replaced; those of that type already keep theirs, where the type has one size.
  private static func spoilt(_ state: StateSnapshot, _ type: String, _ bytes: [UInt8]) -> StateSnapshot {
    let properties = state.properties.mapValues { property in
      let hasOneSize = [URI.Atom.int, URI.Atom.long, URI.Atom.float, URI.Atom.bool].contains(type)
      return property.type == type && hasOneSize
        ? property : StateSnapshot.Property(type: type, flags: property.flags, bytes: bytes)
    }
    return StateSnapshot(properties: properties)
  }
}
