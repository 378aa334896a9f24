import LV2Host
import Model
import Support
import TestHost

enum AtomPatch: PluginCheck {
  enum Message: MessageKind {
    case ignoredWithoutSubject, foreignSubject, incompleteMessage, answeredElsewhere

    var text: MessageText {
      switch self {
      case .ignoredWithoutSubject:
        MessageText(
          .warning, rule: subject,
          remedy: "Treat {a message} without a patch:subject like one whose subject is the plug-in.")
      case .foreignSubject:
        MessageText(
          .error, rule: subject,
          remedy:
            "Accept messages whose patch:subject is the URI of the plug-in or missing, and ignore those with another "
            + "one.")
      case .incompleteMessage:
        MessageText(
          .error,
          rule: Rule(
            "A patch:Set has exactly one patch:property and one patch:value; a patch:Put is \"a request to put the "
              + "patch:body as the patch:subject\"", source: "patch.ttl: patch:Set, patch:Put"),
          remedy:
            "Write the {part} of the message to {the output}, for patch:Put an object that contains the properties.")
      case .answeredElsewhere:
        MessageText(
          .warning,
          rule: Rule(
            "lv2:control is the designation of ports that are used to send commands and receive responses",
            source: "lv2core.ttl: lv2:control"),
          remedy: "Write the answers to {the output}: compare the indices of the ports with those in connect_port().")
      }
    }
  }

  private static let subject = Rule(
    "\"If no subject is given, then the receiver is implicitly the subject\"; \"the subject may be omitted in contexts "
      + "where it is implicit\"", source: "patch: patch:Get, patch:Request")

  static let id: CheckID = "atom.patch"
  static let text = CheckText(
    asserts: "patch:Set and patch:Get act on the plug-in if it is their subject or if they have none, and messages of "
      + "the plug-in are complete.",
    method: "Sends patch:Set for each parameter and patch:Get, without a subject, with the plug-in as the subject, and "
      + "with another one. Compares the saved state, the answers and the sound of noise with those of an instance that "
      + "receives no message. Examines the answers, and the output that has them.",
    details:
      "At most eight parameters, which the seed selects, get values that are not their defaults. If two instances "
      + "without a message differ, nothing is compared. A message for another subject that has an effect is reported only "
      + "if the same one for the plug-in has none, because many plug-ins ignore the subject.",
    level: CheckLevel(5, "Controls of a host without a subject have no effect."))

  private static let frames = 1024
  private static let maximum = 8
  private static let otherSubject = "urn:lv2val:another-plug-in"

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let parameters = context.draw(WritableParameter.all(of: context), atMost: maximum, for: id)
    guard context.plugin.patchInput != nil, !parameters.isEmpty else {
      return .skipped("the plug-in has no writable parameters")
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    func effect(_ subject: Subject?) throws -> PatchEffect {
      CrashRecord.note(
        activity: subject.map { "patch:Set and patch:Get \($0.clause)" } ?? "an instance without messages")
      return try PatchEffect(parameters, subject.map { $0.uri(context) }, folder, file, context)
    }
    let none = try effect(.none)
    let (implicit, own, other) = try (effect(.implicit), effect(.own), effect(.other))
    let incomplete = [implicit, own, other].compactMap(\.incomplete).first.map { incompleteFinding($0, context) }
    guard try effect(.none).isSame(as: none), try effect(.own).isSame(as: own) else {
      return .findings(incomplete.map { [$0] } ?? [])
    }
    return .findings {
      incomplete
      if other.changes(none), !own.changes(none) {
        finding(
          .foreignSubject, about: "patch:Set",
          "patch:Set for the subject <\(otherSubject)> takes effect, but not for <\(context.plugin.uri)>; expected the "
            + "reverse.", call: "run()", seed: context.seed)
      } else if own.changes(none), !implicit.changes(none) {
        ignoredFinding("patch:Set", "has no effect", "has one", context)
      }
      if let port = own.answerPorts.subtracting(none.answerPorts).min(), let control = context.plugin.responsePort,
        !own.answerPorts.contains(control.index)
      {
        let output = "output \(context.name(control.index))"
        runFinding(
          .answeredElsewhere, about: control.symbol, context,
          "The answers to patch:Get are in output \(context.name(port)); expected them in \(output), the only one with the "
            + "designation lv2:control.", naming: [output])
      }
      if own.hasMoreAnswers(than: none), !implicit.hasMoreAnswers(than: none) {
        ignoredFinding("patch:Get", "is not answered", "is answered", context)
      }
    }
  }

  private static func ignoredFinding(
    _ message: String, _ fact: String, _ opposite: String, _ context: PluginContext
  ) -> Finding {
    finding(
      .ignoredWithoutSubject, about: message,
      "\(message) without a patch:subject \(fact), but one with the subject <\(context.plugin.uri)> \(opposite); "
        + "expected the same.", naming: [message], call: "run()", seed: context.seed)
  }

  private static func incompleteFinding(_ message: PatchEffect.Incomplete, _ context: PluginContext) -> Finding {
    let output = "output \(context.name(message.port))"
    return runFinding(
      .incompleteMessage, about: context.symbol(message.port), context,
      "The plug-in wrote a \(message.kind) without \(message.part) to \(output); expected a complete message.",
      naming: [message.part, output])
  }

  private enum Subject {
    case implicit, own, other

    func uri(_ context: PluginContext) -> String? {
      switch self {
      case .implicit: nil
      case .own: context.plugin.uri
      case .other: otherSubject
      }
    }

    /// In a note of the activity.
    var clause: String {
      switch self {
      case .implicit: "without a subject"
      case .own: "for the plug-in"
      case .other: "for another subject"
      }
    }
  }

  /// What is known of an instance after it received messages for a subject.
  private struct PatchEffect {
    /// A message of the plug-in that lacks a part.
    struct Incomplete {
      let port: Int
      let kind: String
      let part: String
    }

    private var state: StateSnapshot?
    private var sound: Recording
    /// The messages that the plug-in wrote in the blocks with a patch:Get.
    private var answers: [[UInt8]] = []
    /// The outputs that have them.
    private(set) var answerPorts: Set<Int> = []
    private(set) var incomplete: Incomplete?

    /// A plug-in may also write patch messages that nothing asked for.
    func hasMoreAnswers(than other: Self) -> Bool { answers.count > other.answers.count }

    /// - Parameter subject: the subject of the messages, nil in it for none; nil if no message is sent.
    init(
      _ parameters: [WritableParameter], _ subject: String??, _ folder: TemporaryFolder, _ file: String,
      _ context: PluginContext
    ) throws {
      let instance = try InstanceUnderTest(context, InstanceSetup(context, \.stateDirectory, folder.path))
      let length = instance.configuration.maximumBlockLength
      instance.activate()
      for parameter in parameters where !instance.isWorkSlow {
        instance.fill(.silence, from: 0, count: length)
        instance.prepareAtoms()
        if let subject, let value = parameter.value(at: 0.75, file: file) {
          instance.send(patchSet: parameter.uri, type: parameter.type, value: value, of: subject)
        }
        instance.run(length)
      }
      instance.settle()
      state = instance.hosted.hasState ? instance.save() : nil
      sound = instance.play(context.noise, frames: frames)
      instance.settle()
      for parameter in [nil] + parameters.map(\.uri) {
        instance.fill(.silence, from: 0, count: length)
        instance.prepareAtoms()
        if let subject { instance.send(patchGet: parameter, of: subject) }
        instance.run(length)
        collect(instance)
      }
    }

    func isSame(as other: Self) -> Bool { !changes(other) && answers == other.answers }

    /// Whether the state or the sound differs.
    func changes(_ other: Self) -> Bool {
      state?.properties != other.state?.properties || !sound.isIdentical(to: other.sound)
    }

    /// Adds the patch messages of the last block.
    private mutating func collect(_ instance: InstanceUnderTest) {
      let types = InstanceUnderTest.atomTypes
      let required = [
        types.patchSet: ("patch:Set", [("patch:property", types.patchProperty), ("patch:value", types.patchValue)]),
        types.patchPut: ("patch:Put", [("patch:body", types.patchBody)]),
      ]
      for port in instance.plugin.ports where port.supportsSequence && port.isOutput {
        instance.atom(port.index)?.sequence.forEachEvent { event in
          guard event.type == types.object, let object = PatchObject(event.body),
            let (kind, parts) = required[object.type]
          else { return }
          answers.append([UInt8](event.body))
          answerPorts.insert(port.index)
          if let missing = parts.first(where: { !object.keys.contains($0.1) }) {
            incomplete = incomplete ?? Incomplete(port: port.index, kind: kind, part: missing.0)
          }
        }
      }
    }
  }
}

extension PluginDescription {
  /// The only output that is designated for responses, if it supports them; nil otherwise.
  fileprivate var responsePort: PortDescription? {
    let designated = sequencePorts(.output).filter { $0.isDesignated(URI.Core.control) }
    return designated.count == 1 ? designated.first { $0.supports.contains(URI.Patch.message) } : nil
  }
}

/// The type and the keys of an atom:Object.
private struct PatchObject {
  let type: UInt32
  private(set) var keys: Set<UInt32> = []

  /// - Returns: nil if the body is too short.
  init?(_ body: UnsafeRawBufferPointer) {
    guard body.count >= 8 else { return nil }
    type = body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    var offset = 8
    // A property: key, context, size and type of 4 bytes each, and a body padded to 8 bytes.
    while offset + 16 <= body.count {
      keys.insert(body.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      let size = Int(body.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self))
      offset += (16 + size + 7) & ~7
    }
  }
}
