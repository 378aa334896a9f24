import Model
import TestHost

enum RTAllocation: PluginCheck {
  enum Message: MessageKind {
    case heapFunction

    var text: MessageText {
      switch self {
      case .heapFunction:
        MessageText(
          .error, .note, rule: .noHeapInRealTime,
          remedy:
            "{Allocate memory for the largest size in instantiate() or activate()} instead of calling {a heap "
            + "function} in {run()}, or do this in work(), which work:schedule calls in another thread.")
      }
    }
  }

  static let id: CheckID = "rt.allocation"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "run() does not allocate or free heap memory.",
    method: "Intercepts malloc, calloc, realloc, free and the aligned variants on the audio thread during run(), while "
      + "noise and silence are played with controls at their limits, at each choice, and at random values. The first "
      + "block belongs to rt.first-block.",
    details: "Noise is played in blocks of the run's length and of odd lengths. Each control moves to its limits and "
      + "to each choice of an enumeration or a small integer, and all controls move to random values. If no block "
      + "length is fixed, noise of twice full scale is played in blocks of 1024 and 8192 frames. "
      + "Finally 10 s of steady noise and 10 s of noise with moving controls are played, in blocks of 1024 frames, for "
      + "actions that occur once per second; less if that takes more than 0.2 s of processor time. The report contains "
      + "the time that was played. If the plug-in receives events, controls, keys, pedals, the transport and parameters move at "
      + "random for up to 20 s.",
    level: CheckLevel(5, "An allocation on the audio thread causes dropouts."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try steadyRun(context, watching: .heap, expected: "expected no heap function on the audio thread") { _ in
      .heapFunction
    } naming: { group in
      let advice =
        if let libraries = group.onlyLibraries {
          "Call what uses the heap in \(libraries) in instantiate() or activate()"
        } else if group.event.onlyFrees {
          "Free memory in deactivate() or cleanup()"
        } else {
          "Allocate memory for the largest size in instantiate() or activate()"
        }
      return [advice, group.event.calls, group.call]
    }
  }
}
