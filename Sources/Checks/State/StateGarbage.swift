import CProbe
import LV2Host
import Support
import TestHost
import ValidationModel

enum StateGarbage: PluginCheck {
  static let id: CheckID = "state.garbage"
  static let text = CheckText(
    asserts: "restore() neither crashes nor reads beyond a value when values have other types or sizes than it saved.",
    rule: "retrieve() tells type and size of a value, which may come from another version, another machine or a person",
    source: "lv2/state/state.h: LV2_State_Retrieve_Function",
    method: """
      Saves, gives every key in turn a number of 4 or 8 bytes, strings of 0, 1 and 4000 characters, a path, a chunk of 1 \
      byte, a vector and a tuple, restores that and runs; then the same with the first byte, the first half, and nothing \
      but zeros of each value that is neither number nor text, under its own type. Every value ends at an inaccessible \
      page, so that what is read beyond it is seen. A number of the right type has its right size.
      """,
    remedy: "Compare type and size with what you expect before you read the value, and fall back to a default.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let source = try context.statefulRig(folder) else { return .skipped(PluginContext.noState) }
    let file = try folder.writeSound()
    source.activate()
    source.randomizeState(context, for: id, file: file)
    guard let saved = source.save(), !saved.properties.isEmpty else { return .skipped("it saves nothing") }
    var findings: [Finding] = []
    for (name, spoil) in garbage {
      let properties = saved.properties.mapValues(spoil)
      guard properties != saved.properties, let instance = try context.statefulRig(folder) else { continue }
      instance.activate()
      instance.watch = .buffers
      CrashRecord.note(activity: "every value \(name)")
      probe_event_reset()
      let memory = GuardedStateMemory()
      instance.restore(StateSnapshot(properties: properties), in: memory)
      let accesses = GuardedStateMemory.accesses()
      // What it reads of the values from now on is the business of state.contract.
      instance.settle()
      instance.deactivate()
      instance.cleanup()
      withExtendedLifetime(memory) {}
      findings += self.findings(
        of: accesses, in: "restore()", context, severity: { _ in .error },
        message: { _ in "It reads past the end of \(name), given to it for every value," })
    }
    return .findings(Array(findings.prefix(1)))
  }

  private typealias Property = StateSnapshot.Property

  /// What is put in, as a message calls it.
  private static var garbage: [(name: String, spoil: (Property) -> Property)] {
    strange.map { name, type, bytes in
      (
        "\(name) of \(bytes.count) bytes",
        { property in
          // Of a type that has one size, a value that has it already keeps it.
          property.type == type && sized.contains(type)
            ? property : Property(type: type, flags: property.flags, bytes: bytes)
        }
      )
    } + [
      ("the first byte of its own", { cut($0, to: 1) }),
      ("the first half of its own", { cut($0, to: max(1, $0.bytes.count / 2)) }),
      (
        "zeros of its own size and type",
        { isLoose($0) ? replace($0, Array(repeating: 0, count: $0.bytes.count)) : $0 }
      ),
    ]
  }

  private static let strange: [(name: String, type: String, bytes: [UInt8])] = [
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

  /// Whether a value's type does not tell its size: a text's does, by its end.
  private static func isLoose(_ property: Property) -> Bool {
    !sized.contains(property.type) && !texts.contains(property.type)
  }

  private static func cut(_ property: Property, to count: Int) -> Property {
    isLoose(property) ? replace(property, Array(property.bytes.prefix(count))) : property
  }

  private static func replace(_ property: Property, _ bytes: [UInt8]) -> Property {
    Property(type: property.type, flags: property.flags, bytes: bytes)
  }
}
