import Glibc

/// A failure between reading a bundle and running an instance.
///
/// The cause is the plug-in, the machine or the installation. Programming errors of the host are precondition failures.
public enum HostError: Error, Hashable, Sendable {
  case worldUnavailable
  case notABundle(path: String)
  case unknownPlugin(uri: String)
  /// No loaded bundle describes the preset, or its description is invalid.
  case unknownPreset(uri: String)
  case unreadableState(path: String)
  /// dlopen() failed; `reason` is the text of dlerror(). An empty path means that the manifest has no `lv2:binary`.
  case libraryNotLoaded(path: String, reason: String)
  case noEntryPoint(path: String)
  case noLibraryDescriptor(path: String)
  case noDescriptor(uri: String, path: String)
  /// instantiate() returned NULL at the sample rate `rate` in hertz.
  case notInstantiated(uri: String, rate: Double)
  case unsupportedFeatures([String])
  /// The atom port requires a buffer larger than `HostConfiguration.largestSequence`.
  case bufferTooLarge(port: String, bytes: Int)
  /// mmap() or mprotect() failed for memory of the host.
  case memory(errno: Int32)
  /// A temporary file or folder of the host could not be created. The text names it without its path, which is random, so that
  /// one cause has one text.
  case temporaryFile(name: String, errno: Int32)
}

/// Each description is a clause, for use as the reason of a skipped check.
extension HostError: CustomStringConvertible {
  /// Whether the host or the machine is the reason, and not the plug-in.
  public var isOfHost: Bool {
    switch self {
    case .worldUnavailable, .memory, .temporaryFile: true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .worldUnavailable: "lilv could not be initialized"
    case .notABundle(let path): "\(path) is not an LV2 bundle: it contains no manifest.ttl"
    case .unknownPlugin(let uri): "no installed bundle describes the plug-in <\(uri)>"
    case .unreadableState(let path):
      "\(path) is not a state that a host saved: a Turtle file, or a folder with the file state.ttl"
    case .unknownPreset(let uri): "no installed bundle describes the preset <\(uri)>"
    case .libraryNotLoaded("", _): "the manifest states no lv2:binary for the plug-in"
    // The text of dlerror() usually begins with the path.
    case .libraryNotLoaded(let path, let reason) where reason.hasPrefix(path + ": "): "dlopen() failed for \(reason)"
    case .libraryNotLoaded(let path, let reason): "dlopen() failed for \(path): \(reason)"
    case .noEntryPoint(let path): "\(path) exports neither lv2_descriptor nor lv2_lib_descriptor"
    case .noLibraryDescriptor(let path): "lv2_lib_descriptor() of \(path) returned NULL"
    case .noDescriptor(let uri, let path): "\(path) has no descriptor for <\(uri)>"
    case .notInstantiated(let uri, let rate): "instantiate() of <\(uri)> at \(Self.number(rate)) Hz returned NULL"
    case .unsupportedFeatures(let uris):
      "the plug-in requires features that this host does not support: \(uris.joined(separator: ", "))"
    case .bufferTooLarge(let port, let bytes):
      "port '\(port)' requires a buffer of \(bytes) bytes; the limit is \(HostConfiguration.largestSequence) bytes"
    case .memory(let errno): "memory of the host could not be mapped: \(String(cString: strerror(errno)))"
    case .temporaryFile(let name, let errno): "\(name) could not be created: \(String(cString: strerror(errno)))"
    }
  }

  private static func number(_ rate: Double) -> String { Int(exactly: rate).map { "\($0)" } ?? "\(rate)" }
}
