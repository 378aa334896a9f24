import CLV2
import LV2Host
import Model
import TestHost

enum BinaryDescriptor: PluginCheck {
  enum Message: MessageKind { case entryPoint, libraryDescriptor, uriNotFound, uriNull, endless, pastEnd }

  static let id: CheckID = "binary.descriptor"
  static let depth = CheckDepth.library
  static let text = CheckText(
    asserts: "The entry point of the library offers the plug-in's URI, and returns NULL past the last descriptor.",
    rule: "Plugin libraries must include a function called lv2_descriptor or lv2_lib_descriptor; it must return NULL "
      + "for out of range indices, so that a host can enumerate the descriptors and find the URI",
    source: "lv2/core/lv2.h: lv2_descriptor(), lv2_lib_descriptor()",
    method: "Requests the descriptors 0, 1, 2 ... until the function returns NULL, at most 4096, and checks the URI of "
      + "each. Then requests two larger indices, which must return NULL too.",
    remedy: "Return NULL for every other index, and use the same URI in the descriptor and in the Turtle.",
    level: CheckLevel(1, "Hosts find the plug-in in the library by its descriptor."),
    severities: [.error])

  /// More descriptors than any library has: a list of this length has no end.
  private static let limit: UInt32 = 4096

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    let library: PluginLibrary
    do {
      library = try InstanceUnderTest.noted("dlopen") { () throws(HostError) in
        try PluginLibrary(path: path, bundlePath: context.plugin.bundlePath, features: nil, keepLoaded: true)
      }
    } catch HostError.noEntryPoint {
      return finding(.entryPoint, .error, "The library exports neither lv2_descriptor() nor lv2_lib_descriptor().")
    } catch HostError.noLibraryDescriptor {
      return finding(
        .libraryDescriptor, .error, "lv2_lib_descriptor() returned NULL; expected an LV2_Lib_Descriptor.",
        call: "lv2_lib_descriptor()")
    }
    return outcome(about: context.plugin.uri, in: library)
  }

  private static func outcome(about uri: String, in library: borrowing PluginLibrary) -> CheckOutcome {
    let call = "\(library.entryPoint.rawValue)()"
    func fault(_ message: Message, _ text: String, remedy: String? = nil, count: Int = 1) -> Finding {
      finding(message, .error, text, remedy: remedy, count: count, call: Call(call))
    }
    var uris: [String] = []
    var withoutURI: [UInt32] = []
    var index: UInt32 = 0
    while index < limit, let descriptor = descriptor(library, index) {
      if let uri = descriptor.pointee.URI { uris.append(String(cString: uri)) } else { withoutURI.append(index) }
      index += 1
    }
    if index == limit {
      return .findings([
        fault(.endless, "\(call) returned NULL for none of the indices 0 to \(limit - 1); expected NULL past the last.")
      ])
    }
    let past = [index + 1, UInt32.max].filter { descriptor(library, $0) != nil }.map(String.init)
    return .findings {
      if !uris.contains(uri) {
        let offered = uris.isEmpty ? "no URI" : uris.prefix(8).joined(separator: ", ")
        fault(
          .uriNotFound, "\(call) returned no descriptor with the URI <\(uri)>. It offers \(offered).",
          remedy: "Return a descriptor with this URI, or remove the plug-in from the manifest.")
      }
      if let first = withoutURI.first {
        fault(.uriNull, "\(call) returned a descriptor with the URI NULL for index \(first).", count: withoutURI.count)
      }
      if !past.isEmpty {
        fault(
          .pastEnd,
          "\(call) returned a descriptor for index \(past.joined(separator: " and ")), but NULL for index \(index); "
            + "expected NULL past the end.", count: past.count)
      }
    }
  }

  private static func descriptor(_ library: borrowing PluginLibrary, _ index: UInt32) -> PluginLibrary.Descriptor? {
    CrashRecord.note(activity: "index \(index)")
    return InstanceUnderTest.noted(library.entryPoint.rawValue) { library.descriptor(at: index) }
  }
}
