import CProbe
import Glibc
import ValidationModel

/// What a child was doing, and how it died, in memory that outlives it: the parent makes it, the child writes it.
///
/// A plug-in that writes where it should not may have written there too: nothing that is read from it is taken on trust.
package final class CrashRecord {
  /// Exit status of a child whose handler of fatal signals has written down what it could.
  package static var crashStatus: Int32 { PROBE_CRASH_STATUS }

  private let record: OpaquePointer
  /// What the child is to inherit; closed with this object.
  package let descriptor: Int32

  /// Nil where the memory cannot be had.
  package init?() {
    var descriptor: Int32 = -1
    guard let record = probe_record_create(&descriptor) else { return nil }
    self.record = record
    self.descriptor = descriptor
  }

  deinit {
    probe_record_unmap(record)
    close(descriptor)
  }

  /// Grows whenever the child gets on.
  package var progress: UInt64 { probe_record_progress_count(record) }

  /// Whether the child is, or was at its end, inside a call of the plug-in.
  package var isInCall: Bool { probe_record_in_call(record) }

  /// The call that the child made last, such as `run`; nil before the first.
  package var call: String? {
    let name = CrashRecord.text(probe_record_call(record), atMost: 31)
    return name.isEmpty ? nil : name
  }

  /// What the check said that it was doing; empty where it said nothing.
  package var activity: String { CrashRecord.text(probe_record_stage(record), atMost: 127) }

  /// The block of the last call, where it was a `run`.
  package var block: Finding.Block? {
    guard call != nil, probe_record_has_block(record) else { return nil }
    return Finding.Block(
      index: Int(clamping: probe_record_block(record)), frames: Int(probe_record_block_frames(record)))
  }

  /// The control that was changed last, and its value.
  package var control: Finding.ControlValue? {
    let symbol = CrashRecord.text(probe_record_control(record), atMost: 63)
    return symbol.isEmpty ? nil : .init(symbol: symbol, value: probe_record_control_value(record))
  }

  /// The signal that ended the child; nil where none did. To be asked for once the child has ended: it is read once.
  package private(set) lazy var crash = probe_record_crash(record).map { Crash($0.pointee, frames: frames(of: $0)) }

  /// Makes this process write to the box behind `descriptor`, and catch its own fatal signals.
  ///
  /// The descriptor is closed: a plug-in that writes to one of that number does not write to the box.
  /// Returns whether there is a box.
  package static func adopt(descriptor: Int32) -> Bool {
    probe_watch_prepare()
    guard let record = probe_record_map(descriptor) else { return false }
    close(descriptor)
    probe_record_use(record)
    probe_record_catch_crashes()
    probe_heap_track_begin(false)
    return true
  }

  /// Says what a check is about to do, for a report of its end.
  package static func note(activity: String) {
    probe_record_set_stage(activity)
  }

  /// Counts as progress by itself: for long work of the validator's own.
  package static func noteProgress() {
    probe_record_progress()
  }

  /// A text that ends with a zero, or where its room does; empty where these are bytes that no text has.
  package static func text(_ start: UnsafePointer<CChar>, atMost length: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: start, count: strnlen(start, length))
    guard !bytes.contains(where: { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0a) || $0 == 0x7f }) else { return "" }
    return String(validating: bytes, as: UTF8.self) ?? ""
  }

  private func frames(of crash: UnsafePointer<probe_crash>) -> [StackFrame] {
    (0..<probe_record_crash_depth(record)).compactMap { index in
      probe_crash_frame(crash, index).map { StackFrame($0) }
    }.symbolised()
  }
}
