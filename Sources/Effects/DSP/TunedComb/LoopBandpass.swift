/// The filter in the loop of a tuned comb: a bandpass whose center is the note, with a gain of 1 and no phase there.
///
/// It is a trapezoidal state-variable filter (V. Zavalishin, The Art of VA Filter Design, section 4.2), whose upper corner is
/// the damping. The lower corner is as far below the note as the damping is above it, in octaves. The loop therefore has
/// no gain at 0 Hz, and its gain never exceeds 1, so that no decay time makes it unstable.
///
/// With a = tan(π·damping/rate), and w for the angle of the center in radians per frame,
/// ```
/// hold = cos²(w/2)/(1 + a)        direct = a/(1 + a)        servo = 2sin²(w/2)/a
/// y     = hold·band + direct·(x - low)
/// band' = 2y - band
/// low'  = low + servo·y
/// ```
/// `band` is the state of that filter times its damping: the output then keeps its size while the note changes.
struct LoopBandpass {
  private let hold, direct, servo: Double

  /// - Parameters:
  ///   - center: sin²(w/2), above 0 and below 1.
  ///   - width: a, above 0.
  @inline(__always)
  init(center: Double, width: Double) {
    let share = 1 / (1 + width)
    hold = (1 - center) * share
    direct = width * share
    servo = 2 * center / width
  }

  /// The response for the cosine and the sine of an angular frequency. With the bandwidth a, and v for the center,
  /// ```
  /// B = 1/(1 + i(cos v - cos w)/(a·sin w))
  /// ```
  func response(_ c: Double, _ s: Double) -> (real: Double, imaginary: Double) {
    let width = direct / (1 - direct)
    // The servo is 2sin²(v/2)/a.
    let (x, y) = (width * s, 1 - width * servo - c)
    let norm = max(x * x + y * y, 1e-300)
    return (x * x / norm, -x * y / norm)
  }

  /// The states of one channel.
  struct State {
    private var band = 0.0
    private var low = 0.0

    @inline(__always)
    mutating func next(_ x: Double, _ filter: LoopBandpass) -> Double {
      let y = (filter.direct * (x - low)).adding(filter.hold, times: band)
      band = 2 * y - band
      low = low.adding(filter.servo, times: y)
      return y
    }

    /// Sets the states to zero if both are silence.
    @inline(__always)
    mutating func flush() { if abs(band) < Silence.threshold && abs(low) < Silence.threshold { self = State() } }
  }
}
