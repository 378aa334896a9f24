/// The unit of a control port's value, as the LV2 Units vocabulary names it.
public enum Unit: Sendable {
  /// A pure number, such as Q.
  case none
  case hertz, decibels, milliseconds, percent
}
