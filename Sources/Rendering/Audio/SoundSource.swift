/// Something that gives sound, block by block, at the rate of rendering.
protocol SoundSource: AnyObject {
  var channels: Int { get }
  /// In frames at the rate of rendering, rounded; nil where it is not known before the end.
  var length: Int? { get }

  /// Gives the next frames, interleaved.
  ///
  /// - Parameter buffer: of `channels` samples a frame.
  /// - Returns: how many frames were given; fewer than fit only at the end.
  /// - Throws: `RenderError.input`.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(RenderError) -> Int
}
