import LV2Kit

/// An overdrive with soft, asymmetric clipping, like a valve.
public struct Overdrive: Effect {
  public enum Port: Int, ControlSet {
    case drive, mix

    public var declaration: ControlPort {
      switch self {
      case .drive:
        .input("drive", "Drive", 0...100, initial: 25, unit: .percent, comment: "The gain before the clipping.")
      case .mix:
        .input(
          "mix", "Dry/Wet", 0...100, initial: 100, unit: .percent, comment: "The proportion of the clipped signal.")
      }
    }
  }
}
