import CProbe
import ValidationModel

extension StackFrame {
  /// The part of a stack, innermost first, in which it is outside this program: without the host's callback that may
  /// stand before it, and the host's call that comes after.
  package static func outsideHost(_ addresses: [UnsafeMutableRawPointer?]) -> [UnsafeMutableRawPointer?] {
    Array(addresses.drop { probe_stack_is_own($0) }.prefix { !probe_stack_is_own($0) })
  }

  /// The frames of a stack of this process that are outside this program, innermost first, not symbolised.
  package static func stack(_ addresses: [UnsafeMutableRawPointer?]) -> [StackFrame] {
    let addresses = outsideHost(addresses)
    var frames = [probe_frame](repeating: probe_frame(), count: addresses.count)
    probe_frame_resolve(addresses, addresses.count, &frames)
    return frames.map { withUnsafePointer(to: $0) { StackFrame($0) } }
  }
}
