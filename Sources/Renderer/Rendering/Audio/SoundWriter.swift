import CSndfile
import Glibc

/// Writes samples to a sound file with libsndfile.
final class SoundWriter {
  /// The length of the written samples in frames.
  private(set) var frames = 0
  /// The largest magnitude before clipping; 1 is full scale.
  private(set) var peak: Float = 0
  /// The number of samples beyond full scale that were clipped.
  private(set) var clipped = 0
  /// The number of samples that were NaN or infinite and were replaced by 0.
  private(set) var notFinite = 0
  /// Whether the finished file is an RF64 file.
  private(set) var isRF64 = false
  var path: String { target.path }
  private let target: OutputTarget
  private let file: OpaquePointer
  private let format: SoundFormat
  private let channels: Int
  /// Nil for encodings that are not integers.
  private var quantizer: Quantizer?
  private var interleaved: [Float] = []
  private var integers: [Int32] = []

  /// - Parameters:
  ///   - strings: title, artist and others, by libsndfile's number; libsndfile omits those that the container cannot
  ///     hold.
  ///   - dither: whether to add triangular noise of one quantization step before rounding.
  ///   - quality: 0 for the smallest file to 1; lossy encodings and FLAC only.
  ///   - seed: seed of the dither, which differs from the noise input of the same seed.
  ///   - mayBeRIFF: whether an RF64 file becomes a WAV file if it is shorter than 4 GB.
  /// - Throws: `RenderError.output`.
  init(
    _ target: OutputTarget, format: SoundFormat, channels: Int, rate: Int, strings: [Int32: String], dither: Bool,
    quality: Double?, seed: UInt64, mayBeRIFF: Bool = false
  ) throws(RenderError) {
    self.target = target
    self.format = format
    self.channels = channels
    quantizer = format.bits.map { Quantizer(bits: $0, dithers: dither, seed: ~seed) }
    var info = SF_INFO(format.code, channels: channels, rate: rate)
    errno = 0
    guard let file = sf_open_fd(target.descriptor, Int32(SFM_WRITE), &info, 0) else {
      let reason = errno == 0 ? "libsndfile: \(String(cString: sf_strerror(nil)))" : systemMessage()
      throw .output(path: target.path, reason: reason)
    }
    self.file = file
    // The PEAK chunk contains the current time, so equal runs would write different files. In RF64 files libsndfile 1.2
    // writes it nevertheless; see clearTimeOfPeak().
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, 0)
    if var quality { sf_command(file, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size)) }
    if mayBeRIFF { sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE)) }
    for (number, text) in strings { sf_set_string(file, number, text) }
  }

  /// Writes frames with a gain: one buffer for each channel.
  ///
  /// - Throws: `RenderError.output`, for example if the disk is full.
  func write(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>, gain: Float = 1) throws(RenderError) {
    guard !range.isEmpty else { return }
    let count = range.count * channels
    if interleaved.count < count { interleaved = [Float](repeating: 0, count: count) }
    let peak = interleave(samples, range, gain: gain)
    self.peak = max(self.peak, peak)
    if !format.isFloat && peak > 1 { clip(count) }
    // Some encoders return the full count and report the failure separately.
    guard writeInterleaved(range.count) == range.count, sf_error(file) == 0 else { throw failure() }
    frames += range.count
  }

  /// Closes the file and moves it to its destination.
  func finish() throws(RenderError) {
    sf_write_sync(file)
    let failed = sf_error(file) != 0
    // Encoders write their last bytes here. libsndfile ignores failures, but errno shows them.
    errno = 0
    let status = sf_close(file)
    if failed || status != 0 || [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE].contains(errno) { throw failure() }
    clearTimeOfPeak()
    try readBack()
    try target.commit()
  }

  /// Sets the time in the PEAK chunk of an RF64 file to 0.
  private func clearTimeOfPeak() {
    guard format.isRF64 else { return }
    // The descriptor of standard output may not be open for reading.
    let reader = open("/proc/self/fd/\(target.descriptor)", O_RDONLY | O_CLOEXEC)
    guard reader >= 0 else { return }
    defer { close(reader) }
    // After the 12 bytes of the form, each chunk has an id of 4 bytes, a 32-bit size, and contents of even length.
    let (peak, data): (UInt32, UInt32) = (0x4b41_4550, 0x6174_6164)
    var place: off_t = 12
    var (id, size, time): (UInt32, UInt32, UInt32) = (0, 0, 0)
    while pread(reader, &id, 4, place) == 4, pread(reader, &size, 4, place + 4) == 4, id != data {
      if id == peak { _ = pwrite(target.descriptor, &time, 4, place + 12) }
      place += 8 + off_t(size) + off_t(size & 1)
    }
  }

  /// Checks that the header declares all frames: a 32-bit field overflows silently.
  private func readBack() throws(RenderError) {
    guard target.isTemporary && !format.isRaw else { return }
    lseek(target.descriptor, 0, SEEK_SET)
    var info = SF_INFO()
    // libsndfile closes a descriptor that it cannot read even if it does not own it.
    let copy = fcntl(target.descriptor, F_DUPFD_CLOEXEC, 0)
    guard let written = MutedStandardError.during({ sf_open_fd(copy, Int32(SFM_READ), &info, Int32(SF_TRUE)) }) else {
      return
    }
    sf_close(written)
    isRF64 = SoundFormat(code: info.format).isRF64
    guard info.frames >= frames else {
      throw .output(path: target.path, reason: "The output is too long for its format; use caf, w64 or rf64")
    }
  }

  private func failure() -> RenderError {
    let reason = errno == 0 ? "The file cannot be written" : systemMessage()
    return target.isTemporary
      ? .output(path: target.path, reason: reason) : .incomplete(path: target.path, reason: reason)
  }

  /// Interleaves the samples, with 0 for those that are not finite; returns the peak.
  private func interleave(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>, gain: Float) -> Float {
    let count = range.count
    return interleaved.withUnsafeMutableBufferPointer { interleaved in
      let target = interleaved.baseAddress!
      if channels == 2 {
        Interleaving.interleaveStereo(
          samples[0] + range.lowerBound, samples[1] + range.lowerBound, into: target, count: count, gain: gain)
      } else {
        for (channel, source) in samples.enumerated() {
          Interleaving.interleave(
            source + range.lowerBound, into: target + channel, channels: channels, count: count, gain: gain)
        }
      }
      let peak = Interleaving.peak(target, count: count * channels)
      if peak.isFinite { return peak }
      for index in 0..<count * channels where !target[index].isFinite {
        target[index] = 0
        notFinite += 1
      }
      return Interleaving.peak(target, count: count * channels)
    }
  }

  /// Passes the interleaved frames to libsndfile. Integers are rounded here, because libsndfile scales them by one step
  /// less on writing than on reading.
  ///
  /// - Returns: the number of frames written.
  private func writeInterleaved(_ frames: Int) -> Int {
    let count = frames * channels
    return interleaved.withUnsafeBufferPointer { samples in
      guard quantizer != nil else { return Int(sf_writef_float(file, samples.baseAddress, sf_count_t(frames))) }
      if integers.count < count { integers = [Int32](repeating: 0, count: count) }
      return integers.withUnsafeMutableBufferPointer { numbers in
        quantizer?.round(samples.baseAddress!, into: numbers.baseAddress!, count: count)
        return Int(sf_writef_int(file, numbers.baseAddress, sf_count_t(frames)))
      }
    }
  }

  private func clip(_ count: Int) {
    interleaved.withUnsafeMutableBufferPointer { samples in
      for index in 0..<count where abs(samples[index]) > 1 {
        samples[index] = samples[index] > 0 ? 1 : -1
        clipped += 1
      }
    }
  }
}
