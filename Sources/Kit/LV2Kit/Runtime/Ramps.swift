/// A control value in one block: a straight line.
public struct Ramp {
  /// The value at the first frame.
  public let start: Float
  /// The change per frame; 0 while the value is constant.
  public let step: Float

  /// Whether the value is constant in the block.
  @inline(__always) public var isConstant: Bool { step == 0 }

  /// The value at a frame of the block, from 0.
  @inline(__always) public subscript(frame: Int) -> Float { start + step * Float(frame) }
}

/// The smoothed values of the control inputs. A new value moves each in a straight line; the line ends exactly there.
///
/// SAFETY: the memory exists until `deallocate()`: one `Motion` for each control input.
struct Ramps {
  struct Motion {
    var value: Float
    var target: Float
    var step: Float
    /// Frames until `value` is `target`.
    var remaining: Int
  }

  let motions: UnsafeMutablePointer<Motion>
  private let count: Int
  private let rate: Float

  /// Without memory if no control is smoothed.
  init<Port: ControlSet>(_: Port.Type, rate: Double) {
    count = Port.hasSmoothing ? Port.inputCount : 0
    self.rate = Float(rate)
    motions = .allocate(capacity: count)
    for index in 0..<count {
      let value = Port(rawValue: index)?.declaration.initial ?? 0
      (motions + index).initialize(to: Motion(value: value, target: value, step: 0, remaining: 0))
    }
  }

  /// Whether no control is smoothed.
  @inline(__always) var isEmpty: Bool { count == 0 }

  func deallocate() { motions.deallocate() }

  /// Sets the target of a control input.
  ///
  /// - Parameters:
  ///   - seconds: the time of the movement.
  ///   - immediately: true makes the value equal to the target at once.
  @inline(never)
  func setTarget(_ target: Float, of port: Int, seconds: Float, immediately: Bool) {
    let frames = immediately ? 0 : Int(seconds * rate)
    if target == motions[port].target && !immediately { return }
    motions[port].target = target
    motions[port].remaining = frames
    if frames == 0 {
      motions[port].value = target
      motions[port].step = 0
    } else {
      motions[port].step = (target - motions[port].value) / Float(frames)
    }
  }

  /// Frames until the first moving value reaches its target; `Int.max` if all are constant.
  @inline(never)
  func framesToCorner() -> Int {
    var frames = Int.max
    for index in 0..<count where motions[index].remaining > 0 { frames = min(frames, motions[index].remaining) }
    return frames
  }

  /// Moves all values by `frames` frames, at most `framesToCorner()`.
  @inline(never)
  func advance(_ frames: Int) {
    for index in 0..<count where motions[index].remaining > 0 {
      motions[index].remaining -= frames
      if motions[index].remaining == 0 {
        motions[index].value = motions[index].target
        motions[index].step = 0
      } else {
        motions[index].value += motions[index].step * Float(frames)
      }
    }
  }
}
