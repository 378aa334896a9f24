import CSndfile
import Comparing
import Support

extension RenderRequest {
  /// Renders and compares the output with the reference of `comparison`, instead of writing `output`.
  ///
  /// - Parameters: as for `render`.
  /// - Throws: `RenderError`.
  public func compare(
    with comparison: Comparison, showPluginOutput: Bool, progress: (Progress) -> Void
  ) throws(RenderError) -> SoundDifference {
    let folder: TemporaryFolder
    do { folder = try TemporaryFolder(prefix: "lv2render") } catch { throw .internal("\(error)") }
    let sound = try rendered(in: folder, "new.wav", showPluginOutput: showPluginOutput, progress)
    let reference: Sound
    switch comparison.reference {
    case .file(let path): reference = try Sound(FileSource(path: path))
    case .bundle(let path):
      var request = self
      request.replacement = path
      reference = try request.rendered(in: folder, "old.wav", showPluginOutput: showPluginOutput, progress)
    }
    if let path = comparison.difference, sound.rate == reference.rate, sound.channels.count == reference.channels.count
    {
      try SoundDifference.samples(sound, minus: reference).write(to: path)
    }
    return SoundDifference(
      sound, from: reference, tolerance: comparison.tolerance.factor, name: comparison.reference.name)
  }

  /// The output as floats, exactly as the plug-ins produced it.
  private func rendered(
    in folder: TemporaryFolder, _ name: String, showPluginOutput: Bool, _ progress: (Progress) -> Void
  ) throws(RenderError) -> Sound {
    var request = self
    request.output = "\(folder.path)/\(name)"
    (request.format, request.encoding, request.dither) = ("wav", "float", false)
    _ = try request.render(showPluginOutput: showPluginOutput, progress: progress)
    return try Sound(FileSource(path: request.output))
  }
}

extension RenderRequest.Comparison.Reference {
  /// The path, for the sentence about the result.
  fileprivate var name: String {
    switch self {
    case .file(let path): path
    case .bundle(let path): "that of \(path)"
    }
  }
}

extension Sound {
  /// Reads a whole file.
  fileprivate init(_ file: FileSource) throws(RenderError) {
    var channels = [[Float]](repeating: [], count: file.channels)
    var buffer = [Float](repeating: 0, count: 65536 * file.channels)
    var count: Int
    repeat {
      count = try buffer.withUnsafeMutableBufferPointer { buffer throws(RenderError) in try file.read(into: buffer) }
      for channel in channels.indices {
        channels[channel] += (0..<count).lazy.map { buffer[$0 * file.channels + channel] }
      }
    } while count > 0
    self.init(channels, rate: file.rate)
  }

  /// Writes a file of floats, if its container has them.
  fileprivate func write(to path: String) throws(RenderError) {
    let format = try SoundFormat.choose(
      path: path, container: nil, encoding: nil, source: SoundFormat(code: Int32(SF_FORMAT_WAV | SF_FORMAT_FLOAT)),
      channels: channels.count, rate: rate)
    let writer = try SoundWriter(
      try OutputTarget(path), format: format, channels: channels.count, rate: rate, strings: [:], dither: false,
      quality: nil, seed: 1, mayBeRIFF: format.isRIFF)
    let copies = channels.map { samples in
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
      copy.initialize(from: samples, count: samples.count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    try writer.write(copies, 0..<length)
    try writer.finish()
  }
}
