import CLV2
import LV2Host
import Model
import Support
import TestHost

enum BinaryDescriptor: PluginCheck {
  enum Message: MessageKind {
    case entryPoint, libraryDescriptor, uriNotFound, uriNull, endless, pastEnd

    var text: MessageText {
      switch self {
      case .entryPoint:
        MessageText(
          .error,
          rule: Rule(
            "The lv2:binary of a plug-in is the shared object containing the lv2_descriptor() or lv2_lib_descriptor() "
              + "function", source: "lv2core.meta.ttl: lv2:binary"),
          remedy: "Define lv2_descriptor() with C linkage, and mark it with LV2_SYMBOL_EXPORT.")
      case .libraryDescriptor:
        MessageText(
          .error,
          rule: Rule(
            "Hosts call lv2_lib_descriptor() to obtain a library descriptor, which can be used to access all the "
              + "contained plug-ins", source: "lv2/core/lv2.h: lv2_lib_descriptor()"),
          remedy: "Return the address of an LV2_Lib_Descriptor from lv2_lib_descriptor(), also if the host offers no "
            + "features.")
      case .uriNotFound:
        MessageText(
          .error,
          rule: Rule(
            "The URI of a descriptor is a case-sensitive identifier, by which the host finds the LV2_Descriptor for the "
              + "desired plug-in", source: "lv2/core/lv2.h: LV2_Descriptor.URI, lv2_descriptor()"),
          remedy: "Return a descriptor with the URI <{uri}> from {lv2_descriptor()}, or remove the plug-in from "
            + "manifest.ttl.")
      case .uriNull:
        MessageText(
          .error,
          rule: Rule(
            "The URI of a descriptor MUST be a valid URI string as defined by RFC 3986",
            source: "lv2/core/lv2.h: LV2_Descriptor.URI"),
          remedy: "Set the member URI of the descriptor that {lv2_descriptor()} returns for index {0}.")
      case .endless:
        MessageText(
          .error, rule: outOfRange,
          remedy: "Return NULL from {lv2_descriptor()} if the index is not below the number of plug-ins.")
      case .pastEnd:
        MessageText(
          .error, rule: outOfRange,
          remedy: "Return NULL from {lv2_descriptor()} for every index from {the number of plug-ins} on.")
      }
    }
  }

  private static let outOfRange = Rule(
    "This function MUST return NULL for out of range indices, so the host can enumerate plug-ins by increasing index until "
      + "NULL is returned", source: "lv2/core/lv2.h: lv2_descriptor(), LV2_Lib_Descriptor.get_plugin")

  static let id: CheckID = "binary.descriptor"
  static let depth = CheckDepth.library
  static let text = CheckText(
    asserts: "The entry point of the library offers the plug-in's URI, and returns NULL past the last descriptor.",
    method: "Requests the descriptors 0, 1, 2 ... until the function returns NULL, at most 4096, and checks the URI of "
      + "each. Then requests two larger indices, which must return NULL too.",
    level: CheckLevel(1, "Hosts find the plug-in in the library by its descriptor."))

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
      return finding(
        .entryPoint, "The library exports neither lv2_descriptor() nor lv2_lib_descriptor(); expected one of them.")
    } catch HostError.noLibraryDescriptor {
      return finding(
        .libraryDescriptor, "lv2_lib_descriptor() returned NULL; expected an LV2_Lib_Descriptor.",
        call: "lv2_lib_descriptor()")
    }
    return outcome(about: context.plugin.uri, in: library)
  }

  private static func outcome(about uri: String, in library: borrowing PluginLibrary) -> CheckOutcome {
    let call = "\(library.entryPoint.rawValue)()"
    func fault(_ message: Message, _ text: String, naming names: [String], count: Int = 1) -> Finding {
      finding(message, text, naming: names, count: count, call: Call(call))
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
        fault(
          .endless, "\(call) returned NULL for none of the indices 0 to \(limit - 1); expected NULL past the last.",
          naming: [call])
      ])
    }
    let past = [index + 1, UInt32.max].filter { descriptor(library, $0) != nil }
    return .findings {
      if !uris.contains(uri) {
        let offered = uris.isEmpty ? "no URI" : uris.map { "<\($0)>" }.listed(atMost: 8)
        fault(
          .uriNotFound, "\(call) returned no descriptor with the URI <\(uri)>. The library offers \(offered).",
          naming: [uri, call])
      }
      if let first = withoutURI.first {
        fault(
          .uriNull, "\(call) returned a descriptor with the URI NULL for index \(first); expected a URI.",
          naming: [call, "\(first)"], count: withoutURI.count)
      }
      if !past.isEmpty {
        let indices = "\(past.count == 1 ? "index" : "the indices") \(past.map(String.init).listed())"
        fault(
          .pastEnd,
          "\(call) returned a descriptor for \(indices), but NULL for index \(index); expected NULL past the end.",
          naming: [call, "\(index)"], count: past.count)
      }
    }
  }

  private static func descriptor(_ library: borrowing PluginLibrary, _ index: UInt32) -> PluginLibrary.Descriptor? {
    CrashRecord.note(activity: "index \(index)")
    return InstanceUnderTest.noted(library.entryPoint.rawValue) { library.descriptor(at: index) }
  }
}
