import Glibc

/// What can go wrong between a bundle on disk and a running instance.
///
/// Every case is the plug-in's, the machine's or the installation's doing; a fault of the host is a precondition failure.
public enum HostError: Error, Hashable, Sendable {
  /// lilv could not be started.
  case worldUnavailable
  /// The path is not a directory that holds a `manifest.ttl`.
  case notABundle(path: String)
  /// No bundle that was loaded describes this plug-in.
  case unknownPlugin(uri: String)
  /// No bundle that was loaded describes this preset, or it cannot be read as one.
  case unknownPreset(uri: String)
  /// `dlopen` failed; `reason` is what `dlerror` said.
  case libraryNotLoaded(path: String, reason: String)
  /// The library exports neither `lv2_descriptor` nor `lv2_lib_descriptor`.
  case noEntryPoint(path: String)
  /// `lv2_lib_descriptor` returned NULL.
  case noLibraryDescriptor(path: String)
  /// The library offers no descriptor with this URI.
  case noDescriptor(uri: String, path: String)
  /// `instantiate` returned NULL.
  case notInstantiated(uri: String)
  /// The plug-in requires features that this host does not have.
  case unsupportedFeatures([String])
  /// The atom port asks for a larger buffer than `HostConfiguration.largestSequence`.
  case bufferTooLarge(port: String, bytes: Int)
  /// `mmap` or `mprotect` failed for host memory.
  case memory(errno: Int32)
  /// A file or a directory of the host's own could not be made.
  case file(path: String, errno: Int32)
}

extension HostError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .worldUnavailable: "lilv could not be started"
    case .notABundle(let path): "\(path) is not an LV2 bundle: it has no manifest.ttl"
    case .unknownPlugin(let uri): "no installed bundle describes the plug-in \(uri)"
    case .unknownPreset(let uri): "no installed bundle describes the preset \(uri)"
    case .libraryNotLoaded("", _): "no lv2:binary was found in the manifest"
    case .libraryNotLoaded(let path, let reason):
      // dlerror() begins with the path, most of the time.
      "\(path) could not be loaded: \(reason.hasPrefix(path + ": ") ? String(reason.dropFirst(path.count + 2)) : reason)"
    case .noEntryPoint(let path): "\(path) exports neither lv2_descriptor nor lv2_lib_descriptor"
    case .noLibraryDescriptor(let path): "lv2_lib_descriptor of \(path) returned NULL"
    case .noDescriptor(let uri, let path): "\(path) offers no descriptor for \(uri)"
    case .notInstantiated(let uri): "instantiate of \(uri) returned NULL"
    case .unsupportedFeatures(let uris):
      "required features that this host does not have: \(uris.joined(separator: ", "))"
    case .bufferTooLarge(let port, let bytes):
      "its port '\(port)' asks for a buffer of \(bytes) bytes, and this host gives \(HostConfiguration.largestSequence)"
    case .memory(let errno): "host memory could not be mapped (errno \(errno))"
    case .file(let path, let errno): "\(path) could not be made: \(String(cString: strerror(errno)))"
    }
  }
}
