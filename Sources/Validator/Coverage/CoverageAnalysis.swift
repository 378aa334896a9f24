import Model
import TestHost

/// Finds the functions of libraries that checks did not run.
package struct CoverageAnalysis {
  package init() {}

  /// Nil if nothing of the library ran, or if it cannot be read.
  ///
  /// - Parameter ran: the indices in the table of functions.
  package func coverage(of library: String, ran: RanFunctions) -> LibraryCoverage? {
    guard !ran.isEmpty, var graph = LibraryImage(path: library).map(CallGraph.init) else { return nil }
    let count = graph.image.functions.count
    let reachability = Reachability(&graph, ran: Set(ran.indices.filter { $0 < count }))
    guard !reachability.ran.isEmpty else { return nil }
    return LibraryCoverage(
      library: library, ran: reachability.ran.count, reachable: reachability.ran.count + reachability.notRun.count,
      notRun: named(reachability.notRun, in: library, graph.image.functions))
  }

  private func named(
    _ notRun: [Reachability.NotRun], in library: String, _ functions: [LibraryImage.Function]
  ) -> [LibraryCoverage.Function] {
    func size(_ function: Int) -> UInt64 { functions[function].end - functions[function].start }
    let ordered = notRun.sorted {
      (rank($0), size($1.function), $0.function) < (rank($1), size($0.function), $1.function)
    }
    let shown = ordered.prefix(LibraryCoverage.maximumNames)
    let frames = (shown.map(\.function) + shown.compactMap(\.caller)).map { function in
      var frame = StackFrame(address: functions[function].start, image: library)
      frame.offset = functions[function].start
      return frame
    }.symbolized()
    var callers = frames.dropFirst(shown.count)
    let result = zip(shown, frames).map { function, frame in
      LibraryCoverage.Function(
        name: name(frame), offset: functions[function.function].start, size: size(function.function), file: frame.file,
        line: frame.line, caller: function.caller.flatMap { _ in callers.popFirst().map(name) })
    }
    return result.filter { !isOfRuntime($0.name) } + result.filter { isOfRuntime($0.name) }
  }

  /// The function that a test can reach most easily has the lowest rank.
  private func rank(_ function: Reachability.NotRun) -> Int { function.caller != nil ? 0 : function.isCalled ? 1 : 2 }

  private func name(_ frame: StackFrame) -> String {
    let file = frame.image?.split(separator: "/").last ?? ""
    return frame.function ?? "\(file)+0x\(String(frame.offset ?? 0, radix: 16))"
  }

  /// Whether a function belongs to the standard library of C++, which compilers copy into a plug-in.
  private func isOfRuntime(_ name: String) -> Bool {
    ["std::", "void std::", "__gnu_cxx::", "__cxxabiv1::", "operator "].contains { name.hasPrefix($0) }
  }
}
