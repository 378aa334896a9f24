import LV2Host
import Model
import Support
import TestHost

enum StateGarbage: PluginCheck {
  enum Message: MessageKind {
    case readPastEnd

    var text: MessageText {
      switch self {
      case .readPastEnd:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Compare the type and the size that retrieve() returns with the expected ones before you read the value, and "
            + "use the default value if they differ.")
      }
    }
  }

  private static let rule = Rule(
    "retrieve() returns the type and the size of the restored value, which another version of the plug-in, another machine "
      + "or a person may have written; \"the plugin MAY assume\" that its save() did",
    source: "lv2/state/state.h: LV2_State_Retrieve_Function, LV2_State_Interface.restore()")

  static let id: CheckID = "state.garbage"
  static let provocation = Provocation(
    MessageText(
      .warning, rule: rule,
      remedy:
        "Compare the type and the size that retrieve() returns with the expected ones, test the value itself, and use "
        + "the default value if it is not valid."), exercise: .stimulus)
  static let text = CheckText(
    asserts: "restore() does not crash or read past the end of a value if values have other types or sizes.",
    method: "Saves the state, replaces all values by values of another type or size, restores them and runs. Every "
      + "value ends at an inaccessible page, which reveals reads past its end.",
    details: "The replacements are numbers of 4 and 8 bytes, strings of 0, 1 and 4000 characters, a path, a chunk of 1 "
      + "byte, a vector and a tuple. Values that are neither numbers nor text are also replaced, under their own type, "
      + "by their first byte, by their first half, and by zeros. A number of the correct type keeps its correct size.",
    level: CheckLevel(6, "Sessions of other versions contain other values."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let source = try context.statefulInstance(folder) else { return .skipped(PluginDescription.noState) }
    let file = try folder.writeFile(for: context)
    source.activate()
    source.randomizeState(context, for: id, file: file)
    guard let saved = source.save(), !saved.properties.isEmpty else {
      return .skipped("the plug-in saves no properties")
    }
    var findings: [Finding] = []
    for (name, replace) in replacements {
      let properties = saved.properties.mapValues(replace)
      guard properties != saved.properties, let instance = try context.statefulInstance(folder) else { continue }
      instance.activate()
      instance.watch = .buffers
      CrashRecord.note(activity: "every value replaced by \(name)")
      WatchedEvent.reset()
      let memory = GuardedStateMemory()
      instance.restore(StateSnapshot(properties: properties), in: memory)
      let accesses = GuardedStateMemory.accesses()
      // Later reads of the values belong to state.contract.
      instance.settle()
      instance.deactivate()
      instance.cleanup()
      withExtendedLifetime(memory) {}
      findings += self.findings(
        of: accesses, in: "restore()", context, message: { _ in .readPastEnd },
        expected: "expected no access beyond its size",
        action: { _ in "read past the end of a value that was replaced by \(name)" })
    }
    return .findings(Array(findings.prefix(1)))
  }

  private typealias Property = StateSnapshot.Property

  /// The replacements, with their names in messages. A value whose type determines its size keeps that size.
  private static var replacements: [(name: String, replace: (Property) -> Property)] {
    values.map { name, type, bytes in
      (
        "\(name) of \(bytes.count.counted("byte"))",
        { $0.type == type && sized.contains(type) ? $0 : Property(type: type, flags: $0.flags, bytes: bytes) }
      )
    } + [
      ("its first byte", { replaceBytes($0) { Array($0.prefix(1)) } }),
      ("its first half", { replaceBytes($0) { Array($0.prefix(max(1, $0.count / 2))) } }),
      ("zeros of the same size and type", { replaceBytes($0) { Array(repeating: 0, count: $0.count) } }),
    ]
  }

  private static let values: [(name: String, type: String, bytes: [UInt8])] = [
    ("an atom:Int", URI.Atom.int, [255, 255, 255, 255]),
    ("an atom:Long", URI.Atom.long, Array(repeating: 255, count: 8)),
    ("an atom:Float", URI.Atom.float, [0, 0, 192, 127]), ("an atom:Bool", URI.Atom.bool, [1, 0, 0, 0]),
    ("an empty atom:String", URI.Atom.string, [0]), ("an atom:String", URI.Atom.string, [120, 0]),
    ("an atom:String", URI.Atom.string, Array(repeating: 120, count: 4000) + [0]),
    ("an atom:Path", URI.Atom.path, Array("nowhere/to/be/found".utf8) + [0]), ("an atom:Chunk", URI.Atom.chunk, [7]),
    ("an atom:Vector", URI.Atom.vector, [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64]),
    ("an atom:Tuple", URI.Atom.tuple, [0, 0, 0, 0, 0, 0, 0, 0]),
  ]

  private static let sized: Set<String> = [
    URI.Atom.int, URI.Atom.long, URI.Atom.float, URI.Atom.double, URI.Atom.bool, URI.Atom.urid,
  ]
  private static let texts: Set<String> = [URI.Atom.string, URI.Atom.path, URI.Atom.uri]

  /// Replaces the bytes unless the type of the value determines its size; the terminator determines that of a text.
  private static func replaceBytes(_ property: Property, _ replace: ([UInt8]) -> [UInt8]) -> Property {
    guard !sized.contains(property.type), !texts.contains(property.type) else { return property }
    return Property(type: property.type, flags: property.flags, bytes: replace(property.bytes))
  }
}
