import CLV2
import FoundationEssentials
import Glibc
import LV2Host
import TestHost

/// The library of an interface with its descriptor. It is never closed: few toolkits survive that.
package final class InterfaceLibrary {
  package let descriptor: UnsafePointer<LV2UI_Descriptor>
  private let path: String
  package static let entryPoint = "lv2ui_descriptor"

  /// The search ends after as many descriptors, because a faulty library may return some for all indices.
  private static let limit: UInt32 = 4096

  /// - Throws: `InterfaceObstacle` if the library cannot be loaded or has no descriptor with the URI of the interface.
  package init(_ interface: InterfaceDescription) throws(InterfaceObstacle) {
    guard let path = interface.binaryPath else {
      throw InterfaceObstacle("the interface <\(interface.uri)> has no lv2:binary", .interface)
    }
    guard let library = InterfaceUnderTest.called("dlopen", { dlopen(path, RTLD_NOW | RTLD_LOCAL) }) else {
      let reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
      throw InterfaceObstacle("dlopen() failed for \(reason)", .interface)
    }
    guard let symbol = dlsym(library, Self.entryPoint) else {
      throw InterfaceObstacle("\(path) does not export \(Self.entryPoint)", .interface)
    }
    // SAFETY: the LV2 specification gives the symbol this type.
    let function = unsafeBitCast(symbol, to: LV2UI_DescriptorFunction.self)
    guard let found = Self.descriptor(interface.uri, of: function) else {
      throw InterfaceObstacle("\(path) has no descriptor for <\(interface.uri)>", .interface)
    }
    descriptor = found
    self.path = path
  }

  /// The descriptor with a URI; nil if the library offers none.
  package static func descriptor(
    _ uri: String, of function: LV2UI_DescriptorFunction
  ) -> UnsafePointer<LV2UI_Descriptor>? {
    for index in 0..<limit {
      guard let found = InterfaceUnderTest.called(entryPoint, { function(index) }) else { return nil }
      if let name = found.pointee.URI, strcmp(name, uri) == 0 { return found }
    }
    return nil
  }

  /// Whether a text is in the file of the library, or in another one of its directory that the process has loaded; true if
  /// a file cannot be read.
  package func contains(_ text: String) -> Bool {
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    let files = ProcessSnapshot.mappedFiles.filter { $0.hasPrefix(folder) }
    return files.union([path]).contains { file in
      guard let data = try? Data(contentsOf: URL(filePath: file), options: .alwaysMapped) else { return true }
      return data.withUnsafeBytes { $0.contains(text) }
    }
  }

  package func extensionData(_ uri: String) -> UnsafeRawPointer? {
    InterfaceUnderTest.called(InterfaceUnderTest.Name.extensionData) { descriptor.pointee.extension_data?(uri) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes of a text, which is not empty, follow each other somewhere.
  fileprivate func contains(_ text: String) -> Bool {
    let (text, first) = (Array(text.utf8), Int32(text.utf8.first ?? 0))
    guard var place = baseAddress else { return false }
    let end = place + count
    while place + text.count <= end, let found = memchr(place, first, end - place - text.count + 1) {
      if memcmp(found, text, text.count) == 0 { return true }
      place = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
