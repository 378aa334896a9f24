import CSndfile
import Comparing
import Glibc
import Support

extension RenderRequest {
  /// Renders and compares the output with the reference of `comparison`, instead of writing `output`.
  ///
  /// - Parameters: as for `render`.
  /// - Throws: `RenderError`.
  public func compare(
    with comparison: Comparison, showPluginOutput: Bool, progress: (Progress) -> Void
  ) throws(RenderError) -> SoundDifference {
    var request = self
    request.comparison = comparison
    let folder = try RenderingFolder()
    let sound = try request.rendered(in: folder, showPluginOutput: showPluginOutput, progress)
    let reference: Sound
    switch comparison.reference {
    case .file(let path): reference = try Sound(FileSource(path: path))
    case .bundle(let path):
      request.replacement = path
      reference = try request.rendered(in: folder, showPluginOutput: showPluginOutput, progress)
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
    in folder: RenderingFolder, showPluginOutput: Bool, _ progress: (Progress) -> Void
  ) throws(RenderError) -> Sound {
    var request = self
    request.output = folder.file
    (request.format, request.encoding, request.dither) = ("wav", "float", false)
    _ = try request.render(showPluginOutput: showPluginOutput, progress: progress)
    defer { unlink(folder.file) }
    return try Sound(FileSource(path: folder.file))
  }
}

/// A temporary folder for one rendering at a time. An interruption removes it too.
private final class RenderingFolder {
  private var folder: TemporaryFolder?
  let file: String

  init() throws(RenderError) {
    (folder, file) = try Interruption.withSignalsBlocked { () throws(RenderError) in
      do throws(OutputError) {
        let folder = try TemporaryFolder(prefix: "lv2render")
        let file = "\(folder.path)/output.wav"
        Interruption.setTemporaryFolder(folder.path, file: file)
        return (folder, file)
      } catch { throw .internal("\(error)") }
    }
  }

  deinit {
    Interruption.withSignalsBlocked {
      folder = nil
      Interruption.setTemporaryFolder(nil)
    }
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
