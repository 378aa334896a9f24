import LV2Kit

nonisolated(unsafe) private var plugins = Plugin("urn:example:meter", Meter.self, Layout(inputs: 1, outputs: 0)) {
  Meter.process($0, $1)
}

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let example = ProjectDocument(
      uri: "urn:example:meter-project", name: "Meter", summary: "An example of LV2Kit.",
      license: "http://opensource.org/licenses/ISC", maintainer: "Ada Example", version: (minor: 2, micro: 0))
  }
#endif
