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
    case .threshold:
      select(
        band,
        (
          "threshold_1", "threshold_2", "threshold_3", "threshold_4", "threshold_5", "threshold_6", "threshold_7",
          "threshold_8"
        ))
    case .range:
      select(band, ("range_1", "range_2", "range_3", "range_4", "range_5", "range_6", "range_7", "range_8"))
    case .attack:
      select(band, ("attack_1", "attack_2", "attack_3", "attack_4", "attack_5", "attack_6", "attack_7", "attack_8"))
    case .release:
      select(
        band, ("release_1", "release_2", "release_3", "release_4", "release_5", "release_6", "release_7", "release_8"))
    case .ratio:
      select(band, ("ratio_1", "ratio_2", "ratio_3", "ratio_4", "ratio_5", "ratio_6", "ratio_7", "ratio_8"))
    case .change:
      select(band, ("change_1", "change_2", "change_3", "change_4", "change_5", "change_6", "change_7", "change_8"))
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
    case .threshold:
      select(
        band,
        (
          "Threshold 1", "Threshold 2", "Threshold 3", "Threshold 4", "Threshold 5", "Threshold 6", "Threshold 7",
          "Threshold 8"
        ))
    case .range:
      select(band, ("Range 1", "Range 2", "Range 3", "Range 4", "Range 5", "Range 6", "Range 7", "Range 8"))
    case .attack:
      select(band, ("Attack 1", "Attack 2", "Attack 3", "Attack 4", "Attack 5", "Attack 6", "Attack 7", "Attack 8"))
    case .release:
      select(
        band, ("Release 1", "Release 2", "Release 3", "Release 4", "Release 5", "Release 6", "Release 7", "Release 8"))
    case .ratio:
      select(band, ("Ratio 1", "Ratio 2", "Ratio 3", "Ratio 4", "Ratio 5", "Ratio 6", "Ratio 7", "Ratio 8"))
    case .change:
      select(
        band,
        (
          "Gain Change 1", "Gain Change 2", "Gain Change 3", "Gain Change 4", "Gain Change 5", "Gain Change 6",
          "Gain Change 7", "Gain Change 8"
        ))
    }
  }

  static func group(_ band: Int) -> StaticString {
    select(band, ("Band 1", "Band 2", "Band 3", "Band 4", "Band 5", "Band 6", "Band 7", "Band 8"))
  }
}
