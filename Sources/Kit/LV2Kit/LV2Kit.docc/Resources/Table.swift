import LV2Kit

/// The plug-ins of the library.
nonisolated(unsafe) private var plugins = (
  Plugin("urn:example:overdrive-mono", Overdrive.self, .mono) { Overdrive.process($0, $1) },
  Plugin("urn:example:overdrive-stereo", Overdrive.self, .stereo) { Overdrive.process($0, $1) }
)

/// The entry point of the library.
@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let example = ProjectDocument(
      uri: "urn:example:effects", name: "Example Effects", summary: "Effects for guitars.",
      license: "http://opensource.org/licenses/ISC", maintainer: "Ada Example", version: (minor: 2, micro: 0))
  }
#endif
