/// The places of a delay line at which earlier notes read, while they fade out in favor of the present one.
///
/// A jump of the delay would be a click. The weight of each earlier place falls as a polynomial without corners, and the present
/// place has the remaining weight, so that a jump is possible at any frame. If more than two notes begin within a fade, the
/// earlier place with the smaller weight ends.
struct FormerReaders {
  /// The length of a fade in seconds.
  private static var time: Double { 0.012 }

  private var first = FormerReader()
  private var second = FormerReader()
  /// The progress of a fade in one frame.
  private let step: Double

  init(rate: Double) { step = 1 / (Self.time * rate).rounded(.up) }

  mutating func reset() { (first, second) = (FormerReader(), FormerReader()) }

  @inline(__always) var isEmpty: Bool { first.weight == 0 && second.weight == 0 }

  /// Adds the present place, whose delay is `delay` frames.
  mutating func add(_ delay: Double) {
    let weight = 1 - first.weight - second.weight
    // A note that has just begun is not audible yet.
    guard weight > 0 else { return }
    if first.weight <= second.weight {
      first = FormerReader(delay, weight)
    } else {
      second = FormerReader(delay, weight)
    }
  }

  /// Makes the places readable for `frames` frames, and extends `reach` to them.
  func prepare(_ line: inout MirroredDelayLine, _ frames: Int, _ reach: inout Int) {
    first.prepare(&line, frames, &reach)
    second.prepare(&line, frames, &reach)
  }

  /// Returns the delayed value at `position`, in which `present` is that of the present place, and fades the others.
  mutating func mix(_ present: Double, at position: UnsafeMutablePointer<Double>) -> Double {
    first.fade(step)
    second.fade(step)
    var sum = present * (1 - first.weight - second.weight)
    if first.weight > 0 { sum += first.weight * first.delay.read(at: position) }
    if second.weight > 0 { sum += second.weight * second.delay.read(at: position) }
    return sum
  }
}

/// A place of a delay line that fades out.
private struct FormerReader {
  let delay: FractionalDelay
  private(set) var weight: Double
  private let initialWeight: Double
  /// 0 to 1.
  private var progress = 0.0

  init(_ delay: Double, _ weight: Double) {
    self.delay = FractionalDelay(delay)
    (self.weight, initialWeight) = (weight, weight)
  }

  /// A place without weight.
  init() { self.init(FractionalDelay.shortest, 0) }

  func prepare(_ line: inout MirroredDelayLine, _ frames: Int, _ reach: inout Int) {
    guard weight > 0 else { return }
    line.prepare(nearest: delay.nearest - frames, farthest: delay.reach)
    reach = max(reach, delay.reach)
  }

  /// The first two derivatives of the fade are 0 at both ends.
  mutating func fade(_ step: Double) {
    guard weight > 0 else { return }
    progress += step
    let rest = max(1 - progress, 0)
    weight = initialWeight * rest * rest * rest * (10 - 15 * rest + 6 * rest * rest)
  }
}
