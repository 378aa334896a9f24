import LV2Kit

nonisolated(unsafe) private var plugins = Plugin(
  "urn:example:ducker", Ducker.self, Layout(inputs: 2, sidechains: 1, outputs: 2)
) {
  Ducker.process($0, $1)
}

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let example = ProjectDocument(
      uri: "urn:example:ducker-project", name: "Ducker", summary: "An example of LV2Kit.",
      license: "http://opensource.org/licenses/ISC", maintainer: "Ada Example", version: (minor: 2, micro: 0))
  }
#endif
