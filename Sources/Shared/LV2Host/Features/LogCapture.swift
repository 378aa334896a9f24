import CLV2
import CLV2Log
import Glibc
import Synchronization

/// The `log:log` feature: stores the messages of plug-ins in memory.
///
/// It keeps the newest messages, truncated to `entryCapacity` bytes. Logging does not allocate. All threads may log.
public final class LogCapture: @unchecked Sendable {
  // SAFETY: only init writes the C structs and only deinit frees them. The ring has a lock.

  public enum Level: Int, Sendable, Codable, CaseIterable { case error, warning, note, trace, other }

  public struct Entry: Sendable, Hashable {
    public var level: Level
    public var text: String
  }

  /// The longest text of a message, in bytes of UTF-8.
  public static let entryCapacity = 1023

  /// The data of `log:log`.
  public let log = UnsafeMutablePointer<LV2_Log_Log>.allocate(capacity: 1)
  private let target = UnsafeMutablePointer<CLV2LogTarget>.allocate(capacity: 1)
  private let ring: Mutex<LogRing>
  private let levels: [(id: UInt32, level: Level)]
  private let echo: Int32?

  /// Keeps `capacity` messages, at least 1, and also writes each message at once as a line to the descriptor `echo`.
  public init(map: URIDMap, capacity: Int = 64, echo: Int32? = nil) {
    self.echo = echo
    levels = [
      (map.id(of: URI.Log.error), .error), (map.id(of: URI.Log.warning), .warning),
      (map.id(of: URI.Log.note), .note), (map.id(of: URI.Log.trace), .trace),
    ]
    ring = Mutex(LogRing(capacity: capacity))
    // SAFETY: the log, and so its structs, outlives the instances that use them.
    target.initialize(
      to: CLV2LogTarget(
        sink: { context, type, text, length in
          let scope = CallbackScope(.log, detail: type)
          defer { scope.end() }
          guard let context, let text else { return }
          Unmanaged<LogCapture>.fromOpaque(context).takeUnretainedValue()
            .receive(type, UnsafeRawBufferPointer(start: text, count: Int(length)))
        }, context: Unmanaged.passUnretained(self).toOpaque()))
    log.initialize(to: clv2log_feature(target))
  }

  deinit {
    log.deallocate()
    target.deallocate()
  }

  /// The kept messages, oldest first, without trailing newlines.
  public var entries: [Entry] { ring.withLock { $0.entries } }

  /// The number of all messages of one level.
  public func count(_ level: Level) -> Int { ring.withLock { $0.count(level) } }

  /// The number of messages with a level that the specification forbids in the audio thread: all but trace.
  public var nonTraceCount: Int { Level.allCases.filter { $0 != .trace }.reduce(0) { $0 + count($1) } }

  private func receive(_ type: UInt32, _ text: UnsafeRawBufferPointer) {
    if let echo {
      _ = write(echo, text.baseAddress, text.count)
      if text.last != UInt8(ascii: "\n") { _ = write(echo, "\n", 1) }
    }
    let level = levels.first { $0.id == type }?.level ?? .other
    // SAFETY: the text is valid during the call.
    let (address, length) = (UInt(bitPattern: text.baseAddress), text.count)
    ring.withLock {
      $0.append(level, UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: length))
    }
  }
}

/// A ring buffer of the newest messages. Its arrays keep their size, so `append` does not allocate.
private struct LogRing {
  private var bytes: [UInt8]
  private var headers: [(level: LogCapture.Level, length: Int)]
  /// The number of all appended messages.
  private var total = 0
  /// The number of messages of each level, in the order of `Level.allCases`.
  private var counts = [Int](repeating: 0, count: LogCapture.Level.allCases.count)

  init(capacity: Int) {
    bytes = [UInt8](repeating: 0, count: capacity * LogCapture.entryCapacity)
    headers = Array(repeating: (.other, 0), count: capacity)
  }

  mutating func append(_ level: LogCapture.Level, _ text: UnsafeRawBufferPointer) {
    let slot = total % headers.count
    let kept = text.prefix(LogCapture.entryCapacity)
    bytes.withUnsafeMutableBytes { bytes in
      UnsafeMutableRawBufferPointer(rebasing: bytes[(slot * LogCapture.entryCapacity)...]).copyBytes(from: kept)
    }
    headers[slot] = (level, kept.count)
    counts[level.rawValue] += 1
    total += 1
  }

  func count(_ level: LogCapture.Level) -> Int { counts[level.rawValue] }

  var entries: [LogCapture.Entry] {
    (max(0, total - headers.count)..<total).map { number in
      let slot = number % headers.count
      let start = slot * LogCapture.entryCapacity
      var text = String(decoding: bytes[start..<start + headers[slot].length], as: UTF8.self)
      while text.last?.isNewline == true { text.removeLast() }
      return LogCapture.Entry(level: headers[slot].level, text: text)
    }
  }
}
