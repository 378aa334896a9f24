/// Keys, pedals and the transport, which something ends that they begin.
private enum Gesture: Hashable {
  case key(channel: UInt8, UInt8)
  case pedal(channel: UInt8, UInt8)
  case transport

  /// Whether each beginning has an end of its own.
  var isCounted: Bool { if case .key = self { true } else { false } }

  /// What a MIDI message or a position of the transport begins or ends; nil for anything else.
  static func part(_ content: Scenario.Content) -> (gesture: Gesture, isBeginning: Bool)? {
    switch content {
    case .transport(let position): return (.transport, position.speed != 0)
    case .midi(let message) where message.count == 3:
      let (kind, channel) = (message[0] & 0xF0, message[0] & 0x0F)
      switch kind {
      case 0x80, 0x90: return (.key(channel: channel, message[1]), kind == 0x90 && message[2] > 0)
      case 0xB0 where (64...69).contains(message[1]): return (.pedal(channel: channel, message[1]), message[2] >= 64)
      default: return nil
      }
    default: return nil
    }
  }
}

extension Scenario.Passage {
  /// The indices of the events that belong together: a key or a pedal with its release, the transport until it stops. All other
  /// events are alone.
  var gestures: [[Int]] {
    var gestures: [[Int]] = []
    var open: [Gesture: [Int]] = [:]
    for (index, event) in score.enumerated() {
      let part = Gesture.part(event.content)
      if let part, !part.isBeginning || !part.gesture.isCounted, let place = open[part.gesture]?.last {
        gestures[place].append(index)
        if !part.isBeginning { open[part.gesture]?.removeLast() }
      } else {
        if let part, part.isBeginning { open[part.gesture, default: []].append(gestures.count) }
        gestures.append([index])
      }
    }
    return gestures
  }
}

extension Scenario {
  /// Whether each key is released as often as it is pressed, and last; the pedals are up and the transport is stopped at the
  /// end.
  package var endsAllNotes: Bool {
    var begun: [Gesture: Int] = [:]
    for event in passages.flatMap(\.score) {
      guard let (gesture, isBeginning) = Gesture.part(event.content) else { continue }
      if gesture.isCounted {
        begun[gesture, default: 0] += isBeginning ? 1 : -1
        if begun[gesture, default: 0] < 0 { return false }
      } else {
        begun[gesture] = isBeginning ? 1 : 0
      }
    }
    return begun.values.allSatisfy { $0 == 0 }
  }
}
