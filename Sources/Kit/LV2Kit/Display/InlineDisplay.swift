import CLV2

/// The picture of an instance in the mixer of a host (http://harrisonconsoles.com/lv2/inlinedisplay).
///
/// The audio thread records the control values and requests a picture. The host then calls render() on the thread of its
/// user interface, which may be during run(). Only the words of `values` are common to both threads, and both access
/// them atomically. If a picture is drawn while the audio thread changes several of them, the request for the next one
/// follows the last change.
struct InlineDisplay {
  private let values: ControlValues
  var requests: DrawRequests
  var picture: Picture

  /// Creates a display, or nil if the host shows none.
  ///
  /// - Parameters:
  ///   - interface: the URI of the user interface that has the picture.
  ///   - ports: the ports of the instance with their initial values.
  @inline(never) @_optimize(size)
  static func make(
    _ interface: UnsafePointer<CChar>, _ setup: Setup, _ features: Features, _ ports: borrowing Ports
  ) -> UnsafeMutablePointer<InlineDisplay>? {
    guard let queue = features.inlineDisplay else { return nil }
    let values = ControlValues(ports.fallbacks, count: ports.map.declaredCount + 1)
    let display = UnsafeMutablePointer<InlineDisplay>.allocate(capacity: 1)
    display.initialize(
      to: InlineDisplay(
        values: values, requests: DrawRequests(queue, values, inputCount: ports.map.inputPortCount),
        picture: Picture(interface, values, features, setup.log)))
    display.pointee.setRate(setup.rate)
    return display
  }

  /// - Parameter rate: the sample rate in hertz.
  mutating func setRate(_ rate: Double) {
    values.rate.store(Float(rate).bitPattern)
    requests.setRate(rate)
  }

  /// Destroys the picture and frees the memory.
  func deallocate() {
    picture.destroy()
    values.words.deallocate()
  }
}

/// The values that a picture shows, as bit patterns of floats.
///
/// SAFETY: the memory exists until `InlineDisplay.deallocate()`.
struct ControlValues {
  /// The declared ports, lv2:enabled and the sample rate in hertz.
  let words: UnsafeMutablePointer<UInt32>
  /// The number of ports.
  let count: Int

  init(_ values: UnsafePointer<Float>, count: Int) {
    self.count = count
    words = .allocate(capacity: count + 1)
    UnsafeMutableRawPointer(words).copyMemory(from: values, byteCount: 4 * count)
  }

  var rate: AtomicWord { AtomicWord(place: words + count) }
}
