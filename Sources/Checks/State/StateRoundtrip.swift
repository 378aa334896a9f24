import LV2Host
import Support
import TestHost
import ValidationModel

enum StateRoundtrip: PluginCheck {
  static let id: CheckID = "state.roundtrip"
  static let text = CheckText(
    asserts: "What is restored is saved again as it was, from the first state and from a changed one.",
    rule: "save() stores everything that is needed to restore the state completely later",
    source: "lv2/state/state.h: LV2_State_Interface.save",
    method: """
      Saves an instance, restores that into a fresh one with the same controls, which is made at another time of day, and \
      saves again; first as the instance is made, then after controls, parameters, MIDI and noise have changed it. \
      Values are compared by key and type. Keys whose values change by themselves, from one save of the same instance to \
      a later one, are left out.
      """,
    remedy: "Store every key in save(), read every key in restore(), and convert without loss.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let folder = try TemporaryFolder()
    guard let instance = try context.statefulRig(folder) else { return .skipped(PluginContext.noState) }
    let file = try folder.writeSound()
    instance.activate()
    if let fault = try journey(of: instance, folder, context) {
      return .findings([finding(.warning, "From its first state, \(fault).", call: "restore()", seed: context.seed)])
    }
    instance.randomizeState(context, for: id, file: file)
    if instance.save() == nil { return .skipped("save() reports an error") }
    guard let fault = try journey(of: instance, folder, context) else { return .passed }
    return .findings([finding(.warning, "From a changed state, \(fault).", call: "restore()", seed: context.seed)])
  }

  /// What is wrong after a way through save, restore and save, as a clause; nil where nothing is.
  private static func journey(of instance: InstanceUnderTest, _ folder: TemporaryFolder, _ context: PluginContext) throws -> String? {
    instance.settle()
    // A plug-in may have nothing to save yet, and say so by an error.
    guard let saved = instance.save(), !saved.properties.isEmpty else { return nil }
    instance.settle()
    context.changeTimeOfDay()
    guard let later = instance.save(), let fresh = try context.statefulRig(folder) else { return nil }
    fresh.copyControls(from: instance)
    let status = fresh.restore(saved)
    if status != 0 { return "restore() reports the error \(status) for what save() stored" }
    fresh.activate()
    fresh.settle()
    guard let again = fresh.save() else { return "save() reports an error after restore()" }
    let stable = saved.properties.filter { later.properties[$0.key] == $0.value }
    let changed = stable.filter { again.properties[$0.key]?.shared != $0.value.shared }.sorted { $0.key < $1.key }
    guard let first = changed.first else { return nil }
    let more = changed.count > 1 ? ", and so with \(changed.count - 1) more" : ""
    guard let value = again.properties[first.key] else { return "<\(first.key)> goes in and does not come out\(more)" }
    let same = zip(first.value.bytes, value.bytes).prefix { $0 == $1 }.count
    return
      "<\(first.key)> goes in as \(first.value.text(after: same)) and comes out as \(value.text(after: same))\(more)"
  }
}

extension StateSnapshot.Property {
  /// The value; of a path, without the directory of its own in which each instance makes its files.
  fileprivate var shared: Self {
    guard type == URI.Atom.path, let slash = bytes.firstIndex(of: UInt8(ascii: "/")), slash > 0,
      bytes[..<slash].allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return self }
    var value = self
    value.bytes.removeFirst(slash + 1)
    return value
  }

  /// The value as a person reads it; of a long one, what differs from another after `same` bytes.
  fileprivate func text(after same: Int) -> String {
    func number<T: BitwiseCopyable>(_: T.Type) -> String? {
      bytes.count == MemoryLayout<T>.size ? bytes.withUnsafeBytes { "\($0.loadUnaligned(as: T.self))" } : nil
    }
    let text: String? =
      switch type {
      case URI.Atom.float: number(Float.self)
      case URI.Atom.double: number(Double.self)
      case URI.Atom.int, URI.Atom.bool: number(Int32.self)
      case URI.Atom.long: number(Int64.self)
      case URI.Atom.string, URI.Atom.path, URI.Atom.uri:
        "'\(String(decoding: bytes.dropFirst(max(0, same - 12)).prefix(40).prefix { $0 != 0 }, as: UTF8.self))'"
      default: nil
      }
    let place = bytes.indices.contains(same) ? ", the one at \(same) being \(bytes[same])" : ""
    return "\(text ?? "\(bytes.count) bytes\(place)") (\(Vocabulary.short(type)))"
  }
}
