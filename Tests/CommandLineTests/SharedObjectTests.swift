import Foundation
import Model
import TestSupport
import Testing

/// Named objects in shared memory that a plug-in leaves, which would exist until the system is shut down.
@Suite struct SharedObjectTests {
  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "/dev/shm/\(name)") }

  /// Objects are removed after the process that created them, whether it crashed or not. Those of others are not.
  @Test(arguments: ["raise(SIGSEGV);", "_exit(1);", ""]) func objectsOfAPlugInAreRemoved(_ end: String) throws {
    let (own, other) = ("lv2val-own-\(UUID().uuidString)", "lv2val-other-\(UUID().uuidString)")
    let bundle = try Bundle.compiled(
      "objects",
      """
      #include <fcntl.h>
      #include <semaphore.h>
      #include <signal.h>
      #include <sys/mman.h>
      #include <unistd.h>
      static void activate(LV2_Handle handle) {
        shm_open("/\(own)", O_RDWR | O_CREAT, 0600);
        shm_open("/\(other)", O_RDWR | O_CREAT, 0600);
        sem_open("/\(own)", O_CREAT, 0600, 1);
        \(end)
      }
      PLUGIN(.activate = activate)
      """)
    try #require(FileManager.default.createFile(atPath: "/dev/shm/\(other)", contents: Data()))
    defer {
      bundle.remove()
      for name in [own, other, "sem.\(own)"] { unlink("/dev/shm/\(name)") }
    }
    let result = try Validator(["validate", "--only", "mem.resources", bundle.path]).wait()
    #expect(!exists(own) && !exists("sem.\(own)"))
    #expect(exists(other), "the object of another process was removed")
    #expect(result.output.contains("mem.resources/shared-memory") == end.isEmpty, "\(result.output)")
    #expect(!result.output.contains(other), "\(result.output)")
  }
}
