import CLV2
import Foundation

/// The bundle as users get it: the library in release Embedded Swift, built once for all tests.
enum BuiltBundle {
  /// The root of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let folder = root.appending(path: "Bundles/martlet.lv2")

  /// The library, after `make bundle` has brought it up to date.
  static let library: URL = {
    let make = Command.run("make", "-C", root.path, "bundle")
    precondition(make.status == 0, "make bundle: \(make.output)")
    return folder.appending(path: "martlet.so")
  }()

  /// A build of the library.
  enum Build: CaseIterable {
    /// The one that this processor gets from the bundle.
    case best
    /// The one for every processor: martlet.so without its sibling.
    case baseline
  }

  typealias Entry = @Sendable @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?

  /// The lv2_descriptor of the bundle.
  static let descriptors: Entry = entry(library)

  private static let baseline: Entry = {
    // Once it is loaded the library needs its file no more.
    guard let folder = try? TemporaryFolder() else { preconditionFailure("no temporary folder") }
    let copy = folder.url.appending(path: "martlet.so")
    try? FileManager.default.copyItem(at: library, to: copy)
    return entry(copy)
  }()

  private static func entry(_ library: URL) -> Entry {
    guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL), let entry = dlsym(handle, "lv2_descriptor") else {
      preconditionFailure(String(cString: dlerror()))
    }
    return unsafeBitCast(entry, to: Entry.self)
  }

  /// The descriptor with this URI.
  static func descriptor(_ uri: String, _ build: Build = .best) -> UnsafePointer<LV2_Descriptor> {
    let entry = build == .best ? descriptors : baseline
    var index: UInt32 = 0
    while let descriptor = entry(index) {
      if String(cString: descriptor.pointee.URI) == uri { return descriptor }
      index += 1
    }
    preconditionFailure("no plug-in \(uri)")
  }
}
