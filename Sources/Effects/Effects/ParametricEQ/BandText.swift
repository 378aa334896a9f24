/// The texts that a control of each band has: symbol, name and group.
enum BandText {
  /// The text for the band with an index from 0, of one text for each band.
  @inline(__always)
  private static func select(
    _ band: Int,
    _ texts: (
      StaticString, StaticString, StaticString, StaticString, StaticString, StaticString, StaticString, StaticString
    )
  ) -> StaticString {
    switch band {
    case 0: texts.0
    case 1: texts.1
    case 2: texts.2
    case 3: texts.3
    case 4: texts.4
    case 5: texts.5
    case 6: texts.6
    default: texts.7
    }
  }

  static func symbol(_ control: BandControl, _ band: Int) -> StaticString {
    switch control {
    case .gain:
      select(band, ("gain_1", "gain_2", "gain_3", "gain_4", "gain_5", "gain_6", "gain_7", "gain_8"))
    case .enabled:
      select(band, ("on_1", "on_2", "on_3", "on_4", "on_5", "on_6", "on_7", "on_8"))
    case .type:
      select(band, ("type_1", "type_2", "type_3", "type_4", "type_5", "type_6", "type_7", "type_8"))
    case .frequency:
      select(
        band,
        (
          "frequency_1", "frequency_2", "frequency_3", "frequency_4", "frequency_5", "frequency_6", "frequency_7",
          "frequency_8"
        ))
    case .q:
      select(band, ("q_1", "q_2", "q_3", "q_4", "q_5", "q_6", "q_7", "q_8"))
    case .slope:
      select(band, ("slope_1", "slope_2", "slope_3", "slope_4", "slope_5", "slope_6", "slope_7", "slope_8"))
    case .channel:
      select(
        band, ("channel_1", "channel_2", "channel_3", "channel_4", "channel_5", "channel_6", "channel_7", "channel_8"))
    }
  }

  static func name(_ control: BandControl, _ band: Int) -> StaticString {
    switch control {
    case .gain:
      select(band, ("Gain 1", "Gain 2", "Gain 3", "Gain 4", "Gain 5", "Gain 6", "Gain 7", "Gain 8"))
    case .enabled:
      group(band)
    case .type:
      select(band, ("Type 1", "Type 2", "Type 3", "Type 4", "Type 5", "Type 6", "Type 7", "Type 8"))
    case .frequency:
      select(
        band,
        (
          "Frequency 1", "Frequency 2", "Frequency 3", "Frequency 4", "Frequency 5", "Frequency 6", "Frequency 7",
          "Frequency 8"
        ))
    case .q:
      select(band, ("Q 1", "Q 2", "Q 3", "Q 4", "Q 5", "Q 6", "Q 7", "Q 8"))
    case .slope:
      select(band, ("Slope 1", "Slope 2", "Slope 3", "Slope 4", "Slope 5", "Slope 6", "Slope 7", "Slope 8"))
    case .channel:
      select(
        band, ("Channel 1", "Channel 2", "Channel 3", "Channel 4", "Channel 5", "Channel 6", "Channel 7", "Channel 8"))
    }
  }

  static func group(_ band: Int) -> StaticString {
    select(band, ("Band 1", "Band 2", "Band 3", "Band 4", "Band 5", "Band 6", "Band 7", "Band 8"))
  }
}
