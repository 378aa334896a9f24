import CProbe
import Glibc
import Model

/// The value of a control input.
package struct PortValue: Codable, Sendable {
  package var port: Int
  package var value: Float

  package init(port: Int, value: Float) {
    self.port = port
    self.value = value
  }
}

/// The current activity of a child process and its fatal signal, in memory shared with the parent process.
///
/// The parent creates the record, and the child writes to it. A plug-in can overwrite it with any bytes, so every value
/// that is read from it is validated.
package final class CrashRecord {
  /// The exit status of a child whose signal handler recorded a fatal signal.
  package static var crashStatus: Int32 { PROBE_CRASH_STATUS }

  /// The exit status of a child that could not do its part.
  package static let faultStatus: Int32 = 70

  /// Ends this process, a child, which cannot do its part. The plug-in that called is not the reason.
  package static func exitByFault() -> Never {
    probe_record_end_call()
    _exit(faultStatus)
  }

  private let record: OpaquePointer
  /// The file descriptor that the child inherits. Deinitialization closes it.
  package let descriptor: Int32

  /// Fails if the shared memory cannot be created.
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

  /// A counter that increases while the child makes progress.
  package var progress: UInt64 { probe_record_progress_count(record) }

  /// The functions of the plug-in's library that ran. Those that are set before the child starts are not observed.
  package var ranFunctions: RanFunctions {
    get { RanFunctions(of: record) }
    set { newValue.write(to: record) }
  }

  /// Whether the child is inside a call of the plug-in, or was when it ended.
  package var isInCall: Bool { probe_record_in_call(record) }

  /// The child's last call; nil before the first one.
  package var call: Call? {
    let name = CrashRecord.text(probe_record_call(record), atMost: 31)
    return name.isEmpty ? nil : Call(name)
  }

  /// What a check did.
  package struct Activity: Sendable {
    /// As a clause; empty if the check noted nothing.
    package var text = ""
    /// Whether the text states the value of the control that was changed last.
    package var statesControl = false

    package init(text: String = "", statesControl: Bool = false) {
      self.text = text
      self.statesControl = statesControl
    }
  }

  /// What the check noted last.
  package var activity: Activity {
    Activity(
      text: CrashRecord.text(probe_record_stage(record), atMost: 255),
      statesControl: probe_record_states_control(record))
  }

  /// Whether the check used values that no host sends on purpose.
  package var isExtreme: Bool { probe_record_is_extreme(record) }

  /// The same for this process.
  package static var isExtremeNow: Bool { probe_record_is_extreme(nil) }

  /// Whether the instance of the last activate() or cleanup() was ever activated.
  package var isActivated: Bool { probe_record_is_activated(record) }

  /// Whether the file of the plug-in was given to the last instance of the check.
  package var hasLoadedFile: Bool { probe_record_has_loaded_file(record) }

  /// The same for this process.
  package static var hasLoadedFile: Bool { probe_record_has_loaded_file(nil) }

  /// Notes whether the file of the plug-in is given to the instance that is used next.
  package static func noteLoadedFile(_ hasLoaded: Bool) { probe_record_set_loaded_file(hasLoaded) }

  /// The size of the last allocation of the check that failed, in bytes; 0 if none failed.
  package var failedAllocation: UInt64 { probe_record_failed_allocation(record) }

  /// The same for this process.
  package static var failedAllocation: UInt64 { probe_record_failed_allocation(nil) }

  /// Removes the named objects in shared memory that the child created and that still exist. Call it after the child has
  /// ended.
  package func removeSharedObjects() { probe_record_remove_objects(record) }

  /// The paths of the named objects in shared memory that this process created and that still exist, in order.
  package static var sharedObjects: [String] {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { pointer in
      // SAFETY: the function calls back only during this call, with this pointer.
      _ = probe_record_walk_objects(
        nil, { $0?.assumingMemoryBound(to: [String].self).pointee.append($1.map { String(cString: $0) } ?? "") },
        pointer)
    }
    return paths.sorted()
  }

  /// Forgets the failed allocations and the file of earlier checks.
  package static func beginCheck() {
    note(activity: "")
    probe_record_set_loaded_file(false)
    probe_record_note_failed_allocation(0)
  }

  /// The block of the last call; nil if that was not `run()`.
  package var block: Finding.Block? {
    guard call != nil, probe_record_has_block(record) else { return nil }
    return Finding.Block(
      index: Int(clamping: probe_record_block(record)), frames: Int(probe_record_block_frames(record)))
  }

  /// The sample rate of the instance of `block`, in hertz; nil without a block.
  package var rate: Double? { block.map { _ in probe_record_rate(record) } }

  /// Whether the last call of run() scheduled work that was not done yet.
  package var hasScheduledWork: Bool { call == .run && probe_record_has_work(record) }

  /// The control that was changed last, with its value.
  package var control: Finding.ControlValue? {
    let symbol = CrashRecord.text(probe_record_control(record), atMost: 63)
    return symbol.isEmpty ? nil : .init(symbol: symbol, value: probe_record_control_value(record))
  }

  /// The values that control inputs of the last instance were set to.
  package var controlValues: [PortValue] {
    (0..<Int(PROBE_RECORD_PORTS)).compactMap { port in
      var value: Float = 0
      return probe_record_value(record, UInt32(port), &value) ? .init(port: port, value: value) : nil
    }
  }

  /// The signal that ended the child; nil if none did. Read this property only after the child has ended: the value is
  /// cached.
  package private(set) lazy var crash = CrashRecord.crash(in: record).map { crash in
    var crash = crash
    crash.frames = crash.frames.symbolizedByCache()
    return crash
  }

  /// Without functions, files and lines.
  private static func crash(in record: OpaquePointer?) -> Crash? {
    probe_record_crash(record).map { crash in
      let frames = (0..<probe_record_crash_depth(record)).compactMap { probe_record_crash_frame(record, $0) }
      return Crash(crash.pointee, frames: frames.map { StackFrame($0) })
    }
  }

  /// Makes this process, a forked copy of a child, record its fatal signals for `takeCrash()` in that child.
  package static func catchCrashesOfCopy() { probe_record_catch_crashes() }

  /// Removes the crash of a forked copy from the record of this process, and returns it without functions, files and
  /// lines; nil if there is none.
  package static func takeCrash() -> Crash? {
    defer { probe_record_forget_crash() }
    return crash(in: probe_record_current())
  }

  /// Makes this process, a child, write to the record behind `descriptor` and catch its own fatal signals.
  ///
  /// Closes the descriptor, so that a plug-in cannot write to the record through it.
  ///
  /// - Returns: false if there is no record behind the descriptor.
  package static func adopt(descriptor: Int32) -> Bool {
    probe_watch_prepare()
    guard let record = probe_record_map(descriptor) else { return false }
    close(descriptor)
    probe_record_use(record)
    probe_record_catch_crashes()
    probe_functions_allow()
    probe_heap_track_begin(false, true)
    return true
  }

  /// Notes what a check does next; the report of a crash or timeout contains it.
  ///
  /// - Parameters:
  ///   - isExtreme: whether the check uses values that no host sends on purpose.
  ///   - statesControl: whether the activity states the value of the control that is changed next.
  package static func note(activity: String, isExtreme: Bool = false, statesControl: Bool = false) {
    probe_record_set_stage(activity)
    probe_record_set_extreme(isExtreme)
    probe_record_set_states_control(statesControl)
  }

  /// Makes the record name no control as a circumstance.
  package static func forgetControl() { probe_record_set_control("", 0) }

  /// Names the call that this thread makes while another thread makes the calls of the record.
  ///
  /// - Parameter call: nil for the calls of the record.
  package static func nameCallOfThread(_ call: StaticString?) {
    probe_record_set_thread_call(call.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) })
  }

  /// Replaces the call of the record: the watchdog waits for another one from now on.
  package static func replaceCall(_ call: String) { probe_record_begin_call(call) }

  /// Counts as progress, for long work of the validator outside the plug-in.
  package static func noteProgress() { probe_record_progress() }

  /// Returns the string that ends at the first zero byte or at `length`; empty if it is not UTF-8 or has control
  /// characters other than tab and line feed.
  package static func text(_ start: UnsafePointer<CChar>, atMost length: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: start, count: strnlen(start, length))
    guard !bytes.contains(where: { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0a) || $0 == 0x7f }) else { return "" }
    return String(validating: bytes, as: UTF8.self) ?? ""
  }
}
