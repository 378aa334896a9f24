#if LV2KIT_URL_PREFIX
  import CSiblingLibrary
#endif

/// Replaces a URI without a scheme by one that begins with the prefix of `lv2-bundle --url`. Without this option, libraries do
/// not contain the function.
@inline(__always)
package func completeURI(_ uri: inout UnsafePointer<CChar>?) {
  #if LV2KIT_URL_PREFIX
    lv2kit_complete_uri(&uri)
  #endif
}

#if !hasFeature(Embedded)
  extension PluginDocument {
    /// Returns the description of the library that is built with this prefix, which is empty without `--url`.
    func completed(by prefix: String) -> PluginDocument {
      func complete(_ uri: String) -> String { uri.isRelativeURI ? prefix + uri : uri }
      var document = self
      document.uri = complete(uri)
      document.interface = interface.map(complete)
      document.effect.project.uri = complete(effect.project.uri)
      return document
    }
  }

  extension String {
    /// Whether the URI has no scheme.
    var isRelativeURI: Bool { !contains(":") }
  }
#endif
