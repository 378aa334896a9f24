import CLV2

/// The URIDs of the patch extension and of the values of properties.
package struct PatchTypes {
  package let set, get, put, property, value, body, subject: LV2_URID
  /// The URID of the plug-in, the subject of its messages.
  let plugin: LV2_URID

  package init(_ features: Features, plugin uri: UnsafePointer<CChar>) {
    set = features.urid("http://lv2plug.in/ns/ext/patch#Set")
    get = features.urid("http://lv2plug.in/ns/ext/patch#Get")
    put = features.urid("http://lv2plug.in/ns/ext/patch#Put")
    property = features.urid("http://lv2plug.in/ns/ext/patch#property")
    value = features.urid("http://lv2plug.in/ns/ext/patch#value")
    body = features.urid("http://lv2plug.in/ns/ext/patch#body")
    subject = features.urid("http://lv2plug.in/ns/ext/patch#subject")
    plugin = features.urid(uri)
  }
}
