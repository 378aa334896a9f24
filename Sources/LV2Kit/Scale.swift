/// How a host should spread a control's range over a knob or a fader.
public enum Scale: Sendable {
  case linear
  /// Equal ratios take equal ways (pprops:logarithmic). Both bounds must be above zero.
  case logarithmic
  /// Only whole multiples of `step`, counted from zero, are meant; each has a scale point labelled with its number and
  /// the port's `stepLabel` (lv2:enumeration). The kit rounds what a host sends to the nearest one.
  case steps(of: Float)
}
