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

  /// The library's lv2_descriptor.
  static let descriptors: @convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>? = {
    guard let handle = dlopen(library.path, RTLD_NOW | RTLD_LOCAL), let entry = dlsym(handle, "lv2_descriptor") else {
      preconditionFailure(String(cString: dlerror()))
    }
    return unsafeBitCast(entry, to: (@convention(c) (UInt32) -> UnsafePointer<LV2_Descriptor>?).self)
  }()

  /// The descriptor with this URI.
  static func descriptor(_ uri: String) -> UnsafePointer<LV2_Descriptor> {
    var index: UInt32 = 0
    while let descriptor = descriptors(index) {
      if String(cString: descriptor.pointee.URI) == uri { return descriptor }
      index += 1
    }
    preconditionFailure("no plug-in \(uri)")
  }
}
