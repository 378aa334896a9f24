import CLV2

/// The options that the host can change, and the setup that results.
struct OptionChange {
  private let maximumBlockLength, nominalBlockLength, sampleRate, int, float: LV2_URID
  private(set) var setup: Setup

  init(_ features: Features, _ setup: Setup) {
    maximumBlockLength = features.urid("http://lv2plug.in/ns/ext/buf-size#maxBlockLength")
    nominalBlockLength = features.urid("http://lv2plug.in/ns/ext/buf-size#nominalBlockLength")
    sampleRate = features.urid("http://lv2plug.in/ns/ext/parameters#sampleRate")
    int = features.urid("http://lv2plug.in/ns/ext/atom#Int")
    float = features.urid("http://lv2plug.in/ns/ext/atom#Float")
    self.setup = setup
  }

  /// Applies the options of an array that ends with the key 0.
  ///
  /// - Returns: the bits of LV2_Options_Status. An option that is unknown or invalid has no effect.
  mutating func apply(_ options: UnsafePointer<LV2_Options_Option>) -> UInt32 {
    var status = LV2_OPTIONS_SUCCESS.rawValue
    var next = options
    while next.pointee.key != 0 {
      status |= apply(next.pointee).rawValue
      next += 1
    }
    return status
  }

  private mutating func apply(_ option: LV2_Options_Option) -> LV2_Options_Status {
    guard option.context == LV2_OPTIONS_INSTANCE else { return LV2_OPTIONS_ERR_BAD_SUBJECT }
    switch option.key {
    case maximumBlockLength, nominalBlockLength:
      guard option.type == int, let length = option.value?.loadUnaligned(as: Int32.self), length > 0 else {
        return LV2_OPTIONS_ERR_BAD_VALUE
      }
      if option.key == maximumBlockLength { setup.maximumBlockLength = Int(length) }
      if option.key == nominalBlockLength { setup.nominalBlockLength = Int(length) }
    case sampleRate:
      guard option.type == float, let rate = option.value?.loadUnaligned(as: Float.self),
        Limits.sampleRates.contains(Double(rate))
      else { return LV2_OPTIONS_ERR_BAD_VALUE }
      setup.rate = Double(rate)
    default: return LV2_OPTIONS_ERR_BAD_KEY
    }
    return LV2_OPTIONS_SUCCESS
  }
}
