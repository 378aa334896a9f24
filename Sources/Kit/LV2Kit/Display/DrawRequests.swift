import CLV2

/// The requests for a picture, on the audio thread: after a control has changed, at most 25 in a second.
///
/// SAFETY: the host keeps its feature valid until cleanup().
struct DrawRequests {
  private let queue: UnsafeMutablePointer<LV2_Inline_Display>
  private let values: ControlValues
  private let inputCount: Int
  /// The smallest number of frames between two requests.
  private var interval = 0
  /// The number of frames until the next request is allowed.
  private var framesToRequest = 0
  private var isOutdated = true

  /// - Parameter inputCount: the number of control inputs, which are the first ports.
  init(_ queue: UnsafeMutablePointer<LV2_Inline_Display>, _ values: ControlValues, inputCount: Int) {
    self.queue = queue
    self.values = values
    self.inputCount = inputCount
  }

  mutating func setRate(_ rate: Double) { interval = Int(rate / 25) }

  /// Records the control inputs and lv2:enabled after a cycle of `frames` frames, and requests a picture if it is due.
  ///
  /// - Returns: whether a request was made less than `interval` frames ago, so that later changes must wait.
  @inline(never)
  mutating func update(_ controls: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int) -> Bool {
    framesToRequest = max(framesToRequest &- frames, 0)
    var index = 0
    while index <= inputCount {
      let port = index < inputCount ? index : values.count &- 1
      let value = UnsafeRawPointer(controls[port]).load(as: UInt32.self)
      if values.words[port] != value {
        AtomicWord(place: values.words + port).store(value)
        isOutdated = true
      }
      index &+= 1
    }
    if isOutdated && framesToRequest == 0 {
      (isOutdated, framesToRequest) = (false, interval)
      queue.requestDraw()
    }
    return framesToRequest > 0
  }
}

extension UnsafeMutablePointer<LV2_Inline_Display> {
  /// Requests a call of render(). The extension requires that the host's function can run on the audio thread.
  @_semantics("no_performance_analysis") @inline(never)
  fileprivate func requestDraw() { pointee.queue_draw?(pointee.handle) }
}
