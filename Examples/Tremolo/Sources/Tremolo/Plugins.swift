import LV2Kit

nonisolated(unsafe) private var plugins = (
  Plugin("urn:example:tremolo-mono", Tremolo.self, .mono) { Tremolo.process($0, $1) },
  Plugin("urn:example:tremolo-stereo", Tremolo.self, .stereo) { Tremolo.process($0, $1) }
)

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let example = ProjectDocument(
      uri: "urn:example:tremolo-project", name: "Tremolo", summary: "An example of LV2Kit.",
      license: "http://opensource.org/licenses/ISC", maintainer: "Ada Example", version: (minor: 2, micro: 0))
  }
#endif
