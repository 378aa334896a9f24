import CLV2
import Glibc

/// A loaded shared library of plug-ins, for instances and for checks that call the functions of a descriptor directly.
///
/// Instances keep a reference to their library. The library is closed with the last reference, unless `keepLoaded`.
/// Loading runs the constructors of the library, which may crash, so only child processes load libraries.
public final class PluginLibrary {
  /// The exported function that provides the descriptors.
  public enum EntryPoint: String, Sendable {
    case descriptor = "lv2_descriptor"
    case library = "lv2_lib_descriptor"
  }

  public typealias Descriptor = UnsafePointer<LV2_Descriptor>

  public let path: String
  public let handle: UnsafeMutableRawPointer
  public var entryPoint: EntryPoint { libraryDescriptor == nil ? .descriptor : .library }
  private var descriptorFunction: LV2_Descriptor_Function?
  private var libraryDescriptor: UnsafePointer<LV2_Lib_Descriptor>?
  private let keepLoaded: Bool

  /// Opens the library with `RTLD_NOW | RTLD_LOCAL` and looks up `lv2_descriptor`, then `lv2_lib_descriptor`.
  ///
  /// - Parameters:
  ///   - path: the absolute path of the library.
  ///   - bundlePath: the path of the bundle with a trailing slash, for lv2_lib_descriptor().
  ///   - features: a NULL-terminated array that outlives the library, or nil, for lv2_lib_descriptor().
  ///   - keepLoaded: whether to never close the library, for measurements that another load would distort.
  /// - Throws: `libraryNotLoaded`, `noEntryPoint`, `noLibraryDescriptor`.
  public init(
    path: String, bundlePath: String, features: HostFeatures.Array? = nil, keepLoaded: Bool = false
  ) throws(HostError) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw .libraryNotLoaded(path: path, reason: dlerror().map { String(cString: $0) } ?? "unknown reason")
    }
    if let symbol = dlsym(handle, EntryPoint.descriptor.rawValue) {
      // SAFETY: the LV2 specification gives the symbol this type.
      descriptorFunction = unsafeBitCast(symbol, to: LV2_Descriptor_Function.self)
    } else if let symbol = dlsym(handle, EntryPoint.library.rawValue) {
      // SAFETY: as above.
      let function = unsafeBitCast(symbol, to: LV2_Lib_Descriptor_Function.self)
      guard let found = function(bundlePath, features) else {
        dlclose(handle)
        throw .noLibraryDescriptor(path: path)
      }
      libraryDescriptor = found
    } else {
      dlclose(handle)
      throw .noEntryPoint(path: path)
    }
    self.path = path
    self.handle = handle
    self.keepLoaded = keepLoaded
  }

  deinit {
    if let libraryDescriptor { libraryDescriptor.pointee.cleanup?(libraryDescriptor.pointee.handle) }
    if !keepLoaded { dlclose(handle) }
  }

  /// The descriptor at `index`, or nil after the last one.
  public func descriptor(at index: UInt32) -> Descriptor? {
    if let descriptorFunction { return descriptorFunction(index) }
    return libraryDescriptor.flatMap { $0.pointee.get_plugin?($0.pointee.handle, index) }
  }

  /// The descriptor with the URI. The search ends after `limit` descriptors, because a faulty library may return
  /// descriptors for all indices.
  ///
  /// - Throws: `noDescriptor`.
  public func descriptor(uri: String, limit: UInt32 = 4096) throws(HostError) -> Descriptor {
    for index in 0..<limit {
      guard let found = descriptor(at: index) else { break }
      if let name = found.pointee.URI, strcmp(name, uri) == 0 { return found }
    }
    throw .noDescriptor(uri: uri, path: path)
  }
}
