import DSP

extension SVFCoefficients {
  /// The squared magnitude of the response.
  ///
  /// - Parameter angle: radians per frame, 0 to π.
  func power(at angle: Double) -> Double {
    let response = response(at: angle)
    return response.real * response.real + response.imaginary * response.imaginary
  }
}
