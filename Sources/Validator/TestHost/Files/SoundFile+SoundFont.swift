/// A sound as the only instrument of a SoundFont 2 file.
extension SoundFile {
  /// The zero samples after each sample that the format requires.
  private static let padding = 46

  /// The bytes of the file. Its preset 0 plays the first channel of the sound at every key; key 60 is its own pitch.
  var soundFont: [UInt8] {
    let samples = (0..<frames).map { Int16(32_000 * sample($0)) } + [Int16](repeating: 0, count: Self.padding)
    let information =
      chunk("ifil", bytes(UInt16(2)) + bytes(UInt16(1))) + chunk("isng", text("EMU8000", 8))
      + chunk("INAM", text("lv2val", 8))
    let data = list("sdta", chunk("smpl", samples.flatMap { bytes($0) }))
    let content = list("INFO", information) + data + list("pdta", presets)
    return chunk("RIFF", Array("sfbk".utf8) + content)
  }

  /// Each list ends with a record that is not used.
  private var presets: [UInt8] {
    func header(_ name: String, bag: UInt16) -> [UInt8] { text(name, 20) + bytes([0, 0, bag, 0, 0, 0, 0, 0, 0]) }
    func bags() -> [UInt8] { bytes([0, 0, 1, 0]) }
    func generator(_ number: UInt16) -> [UInt8] { bytes([number, 0, 0, 0]) }
    let noModulator = [UInt8](repeating: 0, count: 10)
    let (instrument, sampleID) = (UInt16(41), UInt16(53))
    return chunk("phdr", header("lv2val", bag: 0) + header("EOP", bag: 1))
      + chunk("pbag", bags()) + chunk("pmod", noModulator) + chunk("pgen", generator(instrument))
      + chunk("inst", text("lv2val", 20) + bytes([0]) + text("EOI", 20) + bytes([1]))
      + chunk("ibag", bags()) + chunk("imod", noModulator) + chunk("igen", generator(sampleID))
      + chunk("shdr", sampleHeader + text("EOS", 46))
  }

  private var sampleHeader: [UInt8] {
    let positions = [0, frames, min(8, frames), max(frames - 8, 0), rate].flatMap { bytes(UInt32($0)) }
    let (originalKey, monoSample) = (UInt8(60), UInt16(1))
    return text("lv2val", 20) + positions + [originalKey, 0] + bytes([0, monoSample])
  }

  private func bytes<T: BitwiseCopyable>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private func bytes(_ values: [UInt16]) -> [UInt8] { values.flatMap { bytes($0) } }

  private func text(_ text: String, _ length: Int) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count)
  }

  private func chunk(_ name: String, _ content: some Collection<UInt8>) -> [UInt8] {
    Array(name.utf8) + bytes(UInt32(content.count)) + content
  }

  private func list(_ name: String, _ content: [UInt8]) -> [UInt8] { chunk("LIST", Array(name.utf8) + content) }
}
