import CSndfile
import Glibc

/// The output file: written beside its target under another name, which it takes when everything is there.
final class SoundWriter {
  struct Report: Sendable, Equatable {
    /// In frames.
    var frames = 0
    /// The largest magnitude before anything was cut off, 1 for full scale.
    var peak: Float = 0
    /// Samples beyond full scale that were cut off.
    var clipped = 0
    /// Samples that were no finite number, and were replaced by 0.
    var notFinite = 0
    /// Whether the file that was written is an RF64 one.
    var isRF64 = false
  }

  private(set) var report = Report()
  var path: String { target.path }
  private let target: ReplacedFile
  private let file: OpaquePointer
  private let format: SoundFormat
  private let channels: Int
  /// Of whole-number encodings.
  private var quantizer: Quantizer?
  private var interleaved: [Float] = []
  private var whole: [Int32] = []

  /// - Parameters:
  ///   - strings: title, artist and so on, by libsndfile's number; those the container has no place for are left out.
  ///   - dither: adds triangular noise of one step of the encoding to each side before rounding.
  ///   - quality: 0, the smallest file, to 1, for encodings that know such a thing.
  ///   - seed: of the dither, which is another noise than that of the same seed.
  ///   - mayBeRIFF: makes an RF64 file that turns out no longer than 4 GB a plain WAV file.
  /// - Throws: `RenderError.output`.
  init(
    _ target: ReplacedFile, format: SoundFormat, channels: Int, rate: Int, strings: [Int32: String], dither: Bool,
    quality: Double?, seed: UInt64, mayBeRIFF: Bool = false
  ) throws(RenderError) {
    self.target = target
    self.format = format
    self.channels = channels
    quantizer = format.bits.map { Quantizer(bits: $0, dithers: dither, seed: ~seed) }
    var info = SF_INFO()
    info.channels = Int32(channels)
    info.samplerate = Int32(rate)
    info.format = format.code
    guard let file = sf_open_fd(target.descriptor, Int32(SFM_WRITE), &info, 0) else {
      throw .output(path: target.path, reason: "cannot be written: \(SoundFileMessage.text(nil))")
    }
    self.file = file
    // The chunk holds the time of writing: equal runs would give different files. RF64 keeps it, see clearTimeOfPeak().
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, 0)
    if var quality {
      sf_command(file, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size))
    }
    if mayBeRIFF { sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE)) }
    for (number, text) in strings { sf_set_string(file, number, text) }
  }

  /// Writes frames, a buffer a channel, times `gain`.
  ///
  /// - Throws: `RenderError.output`, when the disk is full for one.
  func write(
    _ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>, gain: Float = 1
  ) throws(RenderError) {
    guard !range.isEmpty else { return }
    if interleaved.count < range.count * channels {
      interleaved = [Float](repeating: 0, count: range.count * channels)
    }
    let (peak, finite) = interleave(samples, range, gain: gain)
    if !finite { replaceNonFinite(range.count * channels) }
    report.peak = max(report.peak, peak)
    if !format.isFloat && peak > 1 { clip(range.count * channels) }
    // Some encoders count what they could not write.
    guard put(range.count) == range.count, sf_error(file) == 0 else { throw failure() }
    report.frames += range.count
  }

  /// Closes the file and puts it in the target's place.
  func finish() throws(RenderError) {
    sf_write_sync(file)
    let failed = sf_error(file) != 0
    // Encoders write their last bytes here. libsndfile does not tell when they cannot, but the system does.
    errno = 0
    let status = sf_close(file)
    if failed || status != 0 || [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE].contains(errno) { throw failure() }
    clearTimeOfPeak()
    try readBack()
    try target.commit()
  }

  /// Makes the time of writing 0 in the PEAK chunk of an RF64 file, which libsndfile 1.2 does not leave out.
  private func clearTimeOfPeak() {
    guard format.isRF64 else { return }
    // A shell opens what standard output goes to for writing alone.
    let reader = open("/proc/self/fd/\(target.descriptor)", O_RDONLY | O_CLOEXEC)
    guard reader >= 0 else { return }
    defer { close(reader) }
    // After the 12 bytes of the form: an id of four letters, a size of 32 bits, and so many bytes, rounded up to two.
    let (peak, data): (UInt32, UInt32) = (0x4b41_4550, 0x6174_6164)
    var place: off_t = 12
    var (id, size, time): (UInt32, UInt32, UInt32) = (0, 0, 0)
    while pread(reader, &id, 4, place) == 4, pread(reader, &size, 4, place + 4) == 4, id != data {
      if id == peak { _ = pwrite(target.descriptor, &time, 4, place + 12) }
      place += 8 + off_t(size) + off_t(size & 1)
    }
  }

  /// Looks whether the header counts what was written: fields of 32 bits do not say when they are too small.
  private func readBack() throws(RenderError) {
    guard target.isTemporary && !format.isRaw else { return }
    lseek(target.descriptor, 0, SEEK_SET)
    var info = SF_INFO()
    // libsndfile closes what it cannot read, whatever it was told.
    let copy = fcntl(target.descriptor, F_DUPFD_CLOEXEC, 0)
    guard let written = Hush.standardError(during: { sf_open_fd(copy, Int32(SFM_READ), &info, Int32(SF_TRUE)) }) else {
      return
    }
    sf_close(written)
    report.isRF64 = SoundFormat(code: info.format).isRF64
    guard info.frames >= report.frames else {
      throw .output(path: target.path, reason: "would be too long for its format: use caf, w64 or rf64")
    }
  }

  private func failure() -> RenderError {
    let system = errno
    let reason = system == 0 ? "cannot be written" : String(cString: strerror(system))
    return target.isTemporary
      ? .output(path: target.path, reason: reason) : .incomplete(path: target.path, reason: reason)
  }

  /// Returns the peak of the finite samples, and whether all were finite.
  private func interleave(
    _ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>, gain: Float
  ) -> (peak: Float, finite: Bool) {
    let count = range.count
    interleaved.withUnsafeMutableBufferPointer { interleaved in
      let target = interleaved.baseAddress!
      if channels == 2 {
        Interleaving.putStereo(
          samples[0] + range.lowerBound, samples[1] + range.lowerBound, into: target, count: count, gain: gain)
      } else {
        for (channel, source) in samples.enumerated() {
          Interleaving.put(
            source + range.lowerBound, into: target + channel, channels: channels, count: count, gain: gain)
        }
      }
    }
    let bits = interleaved.withUnsafeBufferPointer { Interleaving.peakBits($0.baseAddress!, count: count * channels) }
    if bits < Interleaving.infinityBits { return (Float(bitPattern: bits), true) }
    return (interleaved[..<(count * channels)].reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }, false)
  }

  /// Hands what is interleaved to libsndfile, which would scale whole numbers by one step less than it reads them.
  ///
  /// - Returns: how many frames it took.
  private func put(_ frames: Int) -> Int {
    let count = frames * channels
    return interleaved.withUnsafeBufferPointer { samples in
      guard quantizer != nil else { return Int(sf_writef_float(file, samples.baseAddress, sf_count_t(frames))) }
      if whole.count < count { whole = [Int32](repeating: 0, count: count) }
      return whole.withUnsafeMutableBufferPointer { numbers in
        quantizer?.round(samples.baseAddress!, into: numbers.baseAddress!, count: count)
        return Int(sf_writef_int(file, numbers.baseAddress, sf_count_t(frames)))
      }
    }
  }

  private func replaceNonFinite(_ count: Int) {
    for index in 0..<count where !interleaved[index].isFinite {
      interleaved[index] = 0
      report.notFinite += 1
    }
  }

  private func clip(_ count: Int) {
    interleaved.withUnsafeMutableBufferPointer { samples in
      for index in 0..<count where abs(samples[index]) > 1 {
        samples[index] = samples[index] > 0 ? 1 : -1
        report.clipped += 1
      }
    }
  }
}
