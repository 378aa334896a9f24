import LV2Kit

nonisolated(unsafe) private var plugins = Plugin("urn:example:template", Template.self, .mono) {
  Template.process($0, $1)
}

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  extension ProjectDocument {
    static let template = ProjectDocument(
      uri: "urn:example:template-project", name: "Template", summary: "A project with one effect.",
      license: "http://opensource.org/licenses/ISC", maintainer: "Ada Example", version: (minor: 2, micro: 0))
  }
#endif
