import LV2Host
import Scenarios

/// The first MIDI message of two takes that has no counterpart in the other one, at about the same frame.
package struct PatternDifference {
  package let event: Take.Event
  /// Whether the message is in the expected take and has no counterpart in the other one.
  package let isMissing: Bool

  /// Values of controllers and velocities that differ by no more are equal: a message that is a few frames later may
  /// have another one.
  private static let valueTolerance = 2

  /// Nil if both takes have the same pattern.
  ///
  /// - Parameters:
  ///   - midi: the URID of midi:MidiEvent.
  ///   - tolerance: in frames. A message that is as close to an end of the take need have no counterpart.
  package init?(_ take: Take, from expected: Take, midi: UInt32, tolerance: Int) {
    let (events, others) = (take.events.filter { $0.type == midi }, expected.events.filter { $0.type == midi })
    let inside = tolerance + 1..<max(tolerance + 2, expected.frames - tolerance)
    let missing = Self.unmatched(others, in: events, tolerance).first { inside.contains($0.frame) }
    let added = Self.unmatched(events, in: others, tolerance).first { inside.contains($0.frame) }
    guard let event = [missing, added].compactMap(\.self).min(by: { $0.frame < $1.frame }) else { return nil }
    self.event = event
    isMissing = missing.map { $0.frame <= event.frame } ?? false
  }

  /// The events without a counterpart. Each event is the counterpart of one other.
  private static func unmatched(_ events: [Take.Event], in others: [Take.Event], _ tolerance: Int) -> [Take.Event] {
    var free = others
    return events.filter { event in
      guard let index = free.firstIndex(where: { isCounterpart($0, of: event, tolerance) }) else { return true }
      free.remove(at: index)
      return false
    }
  }

  private static func isCounterpart(_ one: Take.Event, of other: Take.Event, _ tolerance: Int) -> Bool {
    guard one.port == other.port, abs(one.frame - other.frame) <= tolerance, one.body.count == other.body.count,
      one.body.prefix(2) == other.body.prefix(2)
    else { return false }
    return zip(one.body.dropFirst(2), other.body.dropFirst(2)).allSatisfy { abs(Int($0) - Int($1)) <= valueTolerance }
  }
}
