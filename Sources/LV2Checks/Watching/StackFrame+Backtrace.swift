import CProbe
import Glibc

extension StackFrame {
  /// The path of this program, whose frames end a backtrace.
  private static let host: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    return String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// Addresses of this process, innermost first, as frames up to the first of the host's own code, not symbolised.
  static func stack(_ addresses: [UnsafeMutableRawPointer?]) -> [StackFrame] {
    var frames = [probe_frame](repeating: probe_frame(), count: addresses.count)
    probe_frame_resolve(addresses, addresses.count, &frames)
    return Array(frames.map { withUnsafePointer(to: $0) { StackFrame($0) } }.prefix { $0.image != host })
  }
}
