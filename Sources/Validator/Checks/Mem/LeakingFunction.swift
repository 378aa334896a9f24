import LV2Host
import Model
import Support
import TestHost

/// A function of the plug-in that allocates what a cycle does not free.
struct LeakingFunction {
  let name: String
  /// What each cycle leaves.
  fileprivate(set) var bytes: UInt64
  /// The stack of the largest allocation.
  fileprivate(set) var backtrace: [StackFrame]
  fileprivate var largest: UInt64

  /// The functions, those first that leave the most bytes in each of two cycles after a first one. What one cycle allocates
  /// and the next one frees does not count.
  ///
  /// Empty if the symbols of the library do not name a function that leaves most of the memory.
  static func all(_ context: PluginContext, cycle: () throws -> Void) rethrows -> [LeakingFunction] {
    AllocationLedger.mark()
    var sites: [[[UnsafeMutableRawPointer?]: UInt64]] = []
    for _ in 0..<3 {
      try cycle()
      sites.append(Self.sites)
    }
    let code = context.plugin.code
    var functions: [String: LeakingFunction] = [:]
    var unnamed: UInt64 = 0
    for (stack, bytes) in sites[2] {
      let (second, first) = (sites[1][stack] ?? 0, sites[0][stack] ?? 0)
      guard bytes > second, second > first else { continue }
      let least = min(bytes - second, second - first)
      let frames = StackFrame.stack(stack).symbolized()
      guard let name = name(of: frames, in: code) else {
        unnamed += least
        continue
      }
      var function = functions[name] ?? LeakingFunction(name: name, bytes: 0, backtrace: frames, largest: 0)
      function.bytes += least
      if least > function.largest { (function.largest, function.backtrace) = (least, frames) }
      functions[name] = function
    }
    let named = functions.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    return named.reduce(0) { $0 + $1.bytes } > unnamed ? named : []
  }

  /// The bytes that are not freed, by the part of the stack that is not of this program, which calls from several places.
  private static var sites: [[UnsafeMutableRawPointer?]: UInt64] {
    AllocationLedger.sites.reduce(into: [:]) { $0[StackFrame.outsideHost($1.key), default: 0] += $1.value }
  }

  /// The innermost function of the plug-in that is not a part of the C++ library.
  private static func name(of frames: [StackFrame], in code: PluginCode) -> String? {
    let own = frames.filter(code.holds)
    let function = own.first { frame in
      // Without the parameters, which can be of the C++ library.
      guard let name = frame.function?.prefix(while: { $0 != "(" }) else { return true }
      return !["std::", "void std::", "__gnu_cxx::", "void* std::", "operator new"].contains { name.hasPrefix($0) }
        && !name.contains(" std::") && !name.hasPrefix("_ZNSt") && !name.hasPrefix("_ZNKSt")
    }
    return function?.function.map(withoutThunk)
  }

  /// A thunk only changes the pointer to the object before it continues with the function.
  private static func withoutThunk(_ name: String) -> String {
    ["non-virtual thunk to ", "virtual thunk to "].first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
      ?? name
  }
}
