import Glibc
import LV2Host
import TestHost

/// The steps that lead to a finding about an interface.
package struct InterfaceScript: Sendable {
  package var steps: [InterfaceStep]
  private let plugin: PluginDescription

  /// Lines that are not steps are left out.
  package init(_ lines: [String], for plugin: PluginDescription) {
    steps = lines.compactMap { InterfaceStep($0, for: plugin) }
    self.plugin = plugin
  }

  package var lines: [String] { steps.map { $0.text(for: plugin) } }

  /// Performs the steps. Those of an interface that is not open have no effect.
  ///
  /// - Parameters:
  ///   - isExtreme: whether some of the steps are none that a host takes on purpose.
  ///   - pause: the time before each step, for a spectator.
  /// - Returns: the interfaces that are still open.
  @discardableResult
  package func play(
    in context: InterfaceContext, isExtreme: Bool = false, pause: Duration = .zero
  ) throws -> [InterfaceSession] {
    context.desktop.releaseAll()
    var sessions: [Int: InterfaceSession] = [:]
    for step in steps {
      CrashRecord.note(activity: step.text(for: plugin), isExtreme: isExtreme)
      if pause > .zero { wait(pause, sessions.values.map(\.self)) }
      switch step.deed {
      case .open(let opening):
        let other = opening.plugin.flatMap { context.sibling($0) }
        sessions[step.session] = try InterfaceSession.attempt(other ?? context, opening)
      case .action(let action): sessions[step.session]?.perform(action)
      case .cleanup: sessions[step.session]?.interface.cleanup()
      case .destroyParent: sessions[step.session]?.destroyParent()
      case .close: sessions.removeValue(forKey: step.session)?.close()
      }
    }
    return sessions.sorted { $0.key < $1.key }.map(\.value)
  }

  private func wait(_ pause: Duration, _ sessions: [InterfaceSession]) {
    let end = ContinuousClock.now + pause
    repeat {
      for session in sessions { session.idle(1) }
      usleep(Self.frame)
    } while ContinuousClock.now < end
  }

  /// The time between two calls of idle() in a usual host, in microseconds.
  private static let frame: UInt32 = 30_000
}

extension InterfaceScript {
  /// Leaves out steps, as long as `holds` returns true for the rest. It returns true for all.
  package mutating func shorten(while holds: ([InterfaceStep]) -> Bool) {
    shortenToEnd(while: holds)
    steps.reduce(while: holds)
    for index in steps.indices {
      guard case .action(.idle(let count)) = steps[index].deed, count > 1 else { continue }
      var shorter = steps
      shorter[index].deed = .action(.idle(1))
      if holds(shorter) { steps = shorter }
    }
    returnFeatures(while: holds)
    renumber()
  }

  /// Withholds at each opening only the features whose absence is necessary.
  private mutating func returnFeatures(while holds: ([InterfaceStep]) -> Bool) {
    for index in steps.indices {
      guard case .open(var opening) = steps[index].deed, opening.withheld.count > 1 else { continue }
      for feature in opening.withheld.sorted() {
        opening.withheld.remove(feature)
        var simpler = steps
        simpler[index].deed = .open(opening)
        if holds(simpler) { steps = simpler } else { opening.withheld.insert(feature) }
      }
    }
  }

  /// Keeps the last steps only, and the openings that they need.
  private mutating func shortenToEnd(while holds: ([InterfaceStep]) -> Bool) {
    var length = 1
    while length < steps.count {
      let rest = steps.suffix(length)
      let numbers = Set(rest.map(\.session))
      let openings = steps.dropLast(length).filter { $0.isOpening && numbers.contains($0.session) }
      if openings.count + length < steps.count, holds(openings + rest) {
        steps = openings + rest
        return
      }
      length *= 4
    }
  }

  /// Numbers the interfaces in the order in which they open.
  private mutating func renumber() {
    var numbers: [Int: Int] = [:]
    for index in steps.indices {
      let number = numbers[steps[index].session] ?? numbers.count + 1
      numbers[steps[index].session] = number
      steps[index].session = number
    }
  }
}

extension InterfaceStep {
  fileprivate var isOpening: Bool { if case .open = deed { true } else { false } }
}
