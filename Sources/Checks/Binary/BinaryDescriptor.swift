import CLV2
import LV2Host
import TestHost
import ValidationModel

enum BinaryDescriptor: PluginCheck {
  static let id: CheckID = "binary.descriptor"
  static let depth = CheckDepth.library
  static let text = CheckText(
    asserts: "lv2_descriptor() (or lv2_lib_descriptor()) offers the plug-in's URI, and NULL past the end.",
    rule:
      "A library exports lv2_descriptor(), which returns a descriptor for each index and NULL for an index past the "
      + "last; a host compares the URI in each",
    source: "lv2/core/lv2.h: lv2_descriptor(), lv2_lib_descriptor()",
    method:
      "Asks for the indices 0, 1, 2 ... until NULL, up to 4096, each of which must have a URI; then for two more indices, "
      + "which must be NULL too.",
    remedy: "End the function with 'return NULL', and compare the URI in the descriptor with the one in the Turtle.",
    severities: [.error])

  /// No library holds so many plug-ins: a list as long has no end.
  private static let limit: UInt32 = 4096

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    let library: PluginLibrary
    do {
      library = try InstanceUnderTest.noted("dlopen") { () throws(HostError) in
        try PluginLibrary(path: path, bundlePath: context.plugin.bundlePath, features: nil, keepLoaded: true)
      }
    } catch HostError.noEntryPoint {
      return .findings([finding(.error, "It exports neither lv2_descriptor() nor lv2_lib_descriptor().")])
    } catch HostError.noLibraryDescriptor {
      return .findings([finding(.error, "lv2_lib_descriptor() returns NULL.", call: "lv2_lib_descriptor()")])
    }
    return .findings(look(for: context.plugin.uri, in: library))
  }

  private static func look(for uri: String, in library: borrowing PluginLibrary) -> [Finding] {
    let call = "\(library.entryPoint.rawValue)()"
    var uris: [String] = []
    var nameless: [UInt32] = []
    var index: UInt32 = 0
    while index < limit, let descriptor = descriptor(library, index) {
      if let uri = descriptor.pointee.URI { uris.append(String(cString: uri)) } else { nameless.append(index) }
      index += 1
    }
    if index == limit { return [finding(.error, "It never returns NULL: \(limit) indices were tried.", call: call)] }
    var findings: [Finding] = []
    if !uris.contains(uri) {
      let offered = uris.isEmpty ? "nothing" : uris.prefix(8).joined(separator: ", ")
      findings.append(finding(.error, "It does not offer <\(uri)>, but \(offered).", call: call))
    }
    if let first = nameless.first {
      findings.append(
        finding(
          .error, "The descriptor that it returns for index \(first) has no URI, but NULL.", count: nameless.count,
          call: call))
    }
    let past = [index + 1, UInt32.max].filter { descriptor(library, $0) != nil }
    if !past.isEmpty {
      let list = past.map(String.init).joined(separator: " and ")
      findings.append(
        finding(
          .error, "It returns NULL for index \(index), but not for \(list), past the end.", count: past.count,
          call: call))
    }
    return findings
  }

  private static func descriptor(_ library: borrowing PluginLibrary, _ index: UInt32) -> PluginLibrary.Descriptor? {
    CrashRecord.note(activity: "index \(index)")
    return InstanceUnderTest.noted(library.entryPoint.rawValue) { library.descriptor(at: index) }
  }
}
