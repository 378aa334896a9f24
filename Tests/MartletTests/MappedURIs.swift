import CLV2
import Foundation
import Testing

/// The URIs that a library passes to the host's urid:map.
enum MappedURIs {
  private final class Recorder { var uris: [String] = [] }

  /// Returns the URI of the first plug-in of a library, and those that it maps in instantiate().
  static func ofFirstPlugin(in library: URL) throws -> Set<String> {
    let handle = try #require(dlopen(library.path, RTLD_NOW | RTLD_LOCAL))
    defer { dlclose(handle) }
    let entry = unsafeBitCast(try #require(dlsym(handle, "lv2_descriptor")), to: BuiltBundle.Entry.self)
    let descriptor = try #require(entry(0))
    let recorder = Recorder()
    var map = LV2_URID_Map(handle: Unmanaged.passUnretained(recorder).toOpaque()) { handle, uri in
      guard let handle, let uri else { return 0 }
      let recorder = Unmanaged<Recorder>.fromOpaque(handle).takeUnretainedValue()
      recorder.uris.append(String(cString: uri))
      return LV2_URID(recorder.uris.count)
    }
    "http://lv2plug.in/ns/ext/urid#map".withCString { uri in
      withUnsafeMutablePointer(to: &map) { map in
        var feature = LV2_Feature(URI: uri, data: map)
        withUnsafePointer(to: &feature) { feature in
          let instance = descriptor.pointee.instantiate(descriptor, 48_000, library.path, [feature, nil])
          descriptor.pointee.cleanup(instance)
        }
      }
    }
    return Set(recorder.uris + [String(cString: descriptor.pointee.URI)])
  }
}
