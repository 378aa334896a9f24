import CLV2
import CLV2Log
import Glibc
import Synchronization

/// The `log:log` feature: what plug-ins say, kept in memory instead of on the terminal.
///
/// The newest messages are kept, up to a number given at the start; a message is cut at `entryCapacity` bytes.
/// Logging allocates nothing and may happen in any thread.
public final class LogCapture: @unchecked Sendable {
  // SAFETY: the C structs are written in init and freed in deinit only; the ring has a lock.

  public enum Level: Int, Sendable, Codable, CaseIterable { case error, warning, note, trace, other }

  public struct Entry: Sendable, Hashable {
    public var level: Level
    public var text: String
  }

  /// The longest text of a message, in bytes of UTF-8.
  public static let entryCapacity = 1023

  /// The C struct for `log:log`.
  let log: UnsafeMutablePointer<LV2_Log_Log>
  private let target: UnsafeMutablePointer<CLV2LogTarget>
  private let ring: Mutex<LogRing>
  private let levels: [(id: UInt32, level: Level)]
  private let echo: Int32?

  /// - Parameters:
  ///   - map: gives the ids of the message types.
  ///   - capacity: how many messages are kept, at least 1.
  ///   - echo: a descriptor that each message is written to as well, as a line of its own, when it comes.
  public init(map: URIDMap, capacity: Int = 64, echo: Int32? = nil) {
    self.echo = echo
    levels = [
      (map.id(of: URI.Log.error), .error), (map.id(of: URI.Log.warning), .warning),
      (map.id(of: URI.Log.note), .note), (map.id(of: URI.Log.trace), .trace),
    ]
    ring = Mutex(LogRing(capacity: capacity))
    log = .allocate(capacity: 1)
    target = .allocate(capacity: 1)
    // SAFETY: the structs are freed in deinit only, and the log outlives the instances that hold them.
    target.initialize(
      to: CLV2LogTarget(
        sink: { context, type, text, length in
          let crossing = Crossing(.log, detail: type)
          defer { crossing.end() }
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

  /// What was logged, oldest first; messages beyond the capacity have pushed out older ones.
  public var entries: [Entry] { ring.withLock { $0.entries } }

  /// How many messages of one level were ever logged.
  public func count(_ level: Level) -> Int { ring.withLock { $0.count(level) } }

  /// How many messages were logged at a level that the specification keeps out of the audio thread (all but trace).
  public var nonTraceCount: Int { Level.allCases.filter { $0 != .trace }.reduce(0) { $0 + count($1) } }

  private func receive(_ type: UInt32, _ text: UnsafeRawBufferPointer) {
    if let echo {
      _ = write(echo, text.baseAddress, text.count)
      if text.last != UInt8(ascii: "\n") { _ = write(echo, "\n", 1) }
    }
    let level = levels.first { $0.id == type }?.level ?? .other
    // SAFETY: the text is the caller's for the length of the call.
    let (address, length) = (UInt(bitPattern: text.baseAddress), text.count)
    ring.withLock {
      $0.append(level, UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: length))
    }
  }
}
