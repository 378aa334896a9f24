import Glibc
import Support

/// Settings of an equalizer that become a preset of the parametric EQ.
public enum EQImport {
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
    /// Whether a file cannot be read or written, instead of having the wrong content.
    public var isOfFile = false
  }

  /// Reads a file, and writes `NAME.lv2` and `NAME.conf` to a folder, NAME being the name of the file without its extension.
  ///
  /// - Returns: lines that state what was written, and what was not imported.
  /// - Throws: `Failure`. Nothing was written then, and nothing is replaced.
  public static func run(_ path: String, into folder: String) throws(Failure) -> [String] {
    let bytes: [UInt8]
    do throws(UsageError) { bytes = try readFile(path) } catch {
      throw Failure(description: "\(error)", isOfFile: true)
    }
    let (file, fit): (EQFile, EQFit)
    do throws(EQFile.Failure) {
      file = try EQFile(String(contentOfFile: bytes))
      fit = try EQFit(file)
    } catch { throw Failure(description: "\(path): \(error)") }
    let name = name(of: path)
    let preset = EQPreset(name: name, fit: fit)
    let (bundle, chain) = ("\(folder)/\(name).lv2", "\(folder)/\(name).conf")
    for path in [bundle, chain] where access(path, F_OK) == 0 {
      throw Failure(description: "\(path) exists already; name another folder", isOfFile: true)
    }
    do { try write(preset, bundle, chain, in: folder) } catch { throw Failure(description: "\(error)", isOfFile: true) }
    let layouts = fit.isForStereo ? ["for stereo only, because there are filters for one channel"] : []
    return [result(file, fit), "written: \(bundle), \(chain)"] + layouts + file.ignored.map { "not imported: \($0)" }
  }

  /// The name of a file without its extension, before which it can have other points.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? path[...]
    guard let point = file.lastIndex(of: "."), point > file.startIndex else { return String(file) }
    return String(file[..<point])
  }

  private static func result(_ file: EQFile, _ fit: EQFit) -> String {
    if fit.isExact && fit.largestError < 0.005 { return "\(fit.bands.count.counted("filter")), as in the file" }
    func decibels(_ value: Double) -> String { "\((value * 100).rounded() / 100) dB" }
    let source = file.points.isEmpty ? file.filters.count.counted("filter") : "a graphic equalizer"
    return
      "\(fit.bands.count.counted("band")) for \(source): the difference is \(decibels(fit.meanError)) on average and "
      + "\(decibels(fit.largestError)) at most, from 20 Hz to 20 kHz"
  }

  /// Makes the bundle under another name first, so that no host finds half of it.
  private static func write(_ preset: EQPreset, _ bundle: String, _ chain: String, in folder: String) throws {
    mkdir(folder, 0o777)
    let unfinished = "\(folder)/.unfinished-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    guard mkdir(unfinished, 0o777) == 0 else { throw OutputError(path: bundle, errno: errno) }
    var hasChain = false
    do {
      for file in preset.bundle { try OutputFile("\(unfinished)/\(file.name)").write(Array(file.text.utf8)) }
      try OutputFile(chain).write(Array(preset.filterChain.utf8))
      hasChain = true
      guard rename(unfinished, bundle) == 0 else { throw OutputError(path: bundle, errno: errno) }
    } catch {
      if hasChain { unlink(chain) }
      for file in preset.bundle { unlink("\(unfinished)/\(file.name)") }
      rmdir(unfinished)
      throw error
    }
  }
}
