import FoundationEssentials
import Glibc
import Reporting

/// A report that an earlier run has written with `--format json`.
enum ReportFile {
  /// - Throws: `UsageError` where the file cannot be read, or holds something else.
  static func read(_ path: String) throws(UsageError) -> Report {
    let data = Data(try bytes(path))
    do {
      let version = try JSONDecoder().decode(Version.self, from: data).formatVersion
      guard version == Report.formatVersion else {
        throw UsageError("\(path) has format version \(version); this lv2val reads \(Report.formatVersion)")
      }
      return try JSONReport.decode(Array(data))
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(path) is not a report that lv2val has written with --format json")
    }
  }

  private static func bytes(_ path: String) throws(UsageError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var count = descriptor < 0 ? -1 : Glibc.read(descriptor, &chunk, chunk.count)
    while count > 0 {
      bytes += chunk[..<count]
      count = Glibc.read(descriptor, &chunk, chunk.count)
    }
    guard count == 0 else { throw UsageError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
    return bytes
  }

  private struct Version: Decodable {
    var formatVersion: Int
  }
}
