import Glibc
import Model
import TestHost

extension Report.Host {
  package static var current: Report.Host {
    var name = utsname()
    uname(&name)
    return Report.Host(
      system: "\(text(of: name.sysname)) \(text(of: name.release))", machine: text(of: name.machine),
      trapsSystemCalls: WatchedEvent.trapsSystemCalls)
  }

  /// The C string in an array of fixed length, which Swift imports as a tuple.
  private static func text<T>(of array: T) -> String {
    withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
