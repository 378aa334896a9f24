import CProbe
import Glibc
import LV2Host

/// Counts what the code of a plug-in moves or copies in memory with functions of the C library.
package enum MovedMemory {
  /// Counts in the instances whose setup watches `moves`, until the process ends. Libraries that the plug-in loads, or that
  /// are linked to it, are not counted.
  package static func count(in plugin: PluginDescription) {
    guard let path = plugin.binaryPath else { return }
    InstanceUnderTest.keepLoaded(plugin)
    if let library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD) { probe_moves_count(library) }
  }

  /// The bytes since the last call of this function.
  package static func take() -> Int { Int(clamping: probe_moves_take()) }
}
