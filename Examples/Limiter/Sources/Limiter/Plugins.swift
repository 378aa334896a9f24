import LV2Kit

nonisolated(unsafe) private var plugins = (
  Plugin("urn:example:limiter-mono", Limiter.self, .mono) { Limiter.process($0, $1) },
  Plugin("urn:example:limiter-stereo", Limiter.self, .stereo) { Limiter.process($0, $1) }
)

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let example = ProjectDocument(
      uri: "urn:example:limiter-project", name: "Limiter", summary: "An example of LV2Kit.",
      license: "http://opensource.org/licenses/ISC", maintainer: "Ada Example", version: (minor: 2, micro: 0))
  }
#endif
