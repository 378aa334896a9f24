import CProbe
import FoundationEssentials
import Glibc
import Support

/// The attributes of this process that a plug-in can change: signal handlers, locale, descriptors, mappings and others.
package enum ProcessSnapshot {
  package typealias Aspect = probe_aspect

  /// A hash of the values of all global and static variables of the libraries that were loaded after the start of the
  /// program: those of plug-ins, and the ones that these need.
  package static var libraryVariables: UInt64 { probe_library_variables() }

  /// Installs a handler that does nothing for each signal that this process ignores: the same effect, but another value.
  package static func handleIgnoredSignals() { probe_handle_ignored_signals() }

  /// The number of child processes that run, or that ended and for which nobody waited.
  package static var childCount: Int {
    let path = "/proc/self/task/\(getpid())/children"
    return (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").count ?? 0
  }

  /// Calls a closure with every attribute of these aspects: the aspect, the name within the aspect, and the value as text.
  package static func enumerate(_ aspects: [Aspect], _ body: (Aspect, String, String) -> Void) {
    for aspect in aspects { enumerate(aspect, body) }
  }

  /// The processor time of a clock such as CLOCK_THREAD_CPUTIME_ID, in seconds.
  package static func processorTime(_ clock: clockid_t) -> Double {
    var now = timespec()
    clock_gettime(clock, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// The processor time of this thread, in seconds, which is independent of other load on the machine.
  package static var threadTime: Double { processorTime(CLOCK_THREAD_CPUTIME_ID) }

  /// The time in which this thread was ready to run, but had no processor, in seconds; 0 if the kernel does not count it.
  package static var runDelay: Double { Double(RunDelay.nanoseconds(of: "thread-self")) / 1e9 }

  /// The same of the main thread of another process.
  package static func runDelay(of process: pid_t) -> Double { Double(RunDelay.nanoseconds(of: "\(process)")) / 1e9 }

  /// The paths of the files that are mapped into this process, such as libraries.
  package static var mappedFiles: Set<String> {
    var files: Set<String> = []
    enumerate(.mapping) { _, _, value in
      if let path = value.split(separator: " ").last, path.contains("/") { files.insert(String(path)) }
    }
    return files
  }

  private static func enumerate(_ aspect: Aspect, _ body: (Aspect, String, String) -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { pointer in
        probe_snapshot_walk(
          aspect,
          { context, aspect, name, value in
            // SAFETY: `context` is the pointer passed below, and valid during the walk.
            let body = context?.assumingMemoryBound(to: ((Aspect, String, String) -> Void).self).pointee
            guard let body, let name, let value else { return }
            body(aspect, String(cString: name), String(cString: value))
          }, pointer)
      }
    }
  }
}
