import CLV2

/// The URIDs of the types of values.
package struct ValueTypes {
  package let float, double, int, long, bool, string, path, urid: LV2_URID

  package init(_ features: Features) {
    float = features.urid("http://lv2plug.in/ns/ext/atom#Float")
    double = features.urid("http://lv2plug.in/ns/ext/atom#Double")
    int = features.urid("http://lv2plug.in/ns/ext/atom#Int")
    long = features.urid("http://lv2plug.in/ns/ext/atom#Long")
    bool = features.urid("http://lv2plug.in/ns/ext/atom#Bool")
    string = features.urid("http://lv2plug.in/ns/ext/atom#String")
    path = features.urid("http://lv2plug.in/ns/ext/atom#Path")
    urid = features.urid("http://lv2plug.in/ns/ext/atom#URID")
  }

  /// The type of a property's values.
  package func type(of property: Property) -> LV2_URID {
    switch property.valueType {
    case .float: return float
    case .int: return int
    case .bool: return bool
    case .string: return string
    case .path: return path
    }
  }

  /// Returns the number in a value, or nil if it has another type or is too short.
  package func number(_ type: LV2_URID, _ body: UnsafeRawPointer, _ size: Int) -> Double? {
    guard type != 0 else { return nil }
    if type == float, size >= 4 { return Double(body.loadUnaligned(as: Float.self)) }
    if type == double, size >= 8 { return body.loadUnaligned(as: Double.self) }
    if type == int || type == bool, size >= 4 { return Double(body.loadUnaligned(as: Int32.self)) }
    if type == long, size >= 8 { return Double(body.loadUnaligned(as: Int64.self)) }
    return nil
  }
}
