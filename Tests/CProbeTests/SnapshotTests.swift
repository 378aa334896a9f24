import CProbe
import Glibc
import Testing

/// Snapshots of the process state that a plug-in must not change.
@Suite struct SnapshotTests {
  /// The values of one aspect, by name.
  private func values(_ aspect: probe_aspect) -> [String: String] {
    final class Box { var values: [String: String] = [:] }
    let box = Box()
    probe_snapshot_walk(
      aspect,
      { context, _, name, value in
        let box = Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue()
        box.values[String(cString: name!)] = String(cString: value!)
      }, Unmanaged.passUnretained(box).toOpaque())
    return box.values
  }

  @Test("the snapshot contains an open descriptor, and not a closed one")
  func descriptors() {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    #expect(values(.descriptor)["\(descriptor)"] == "/dev/null")
    close(descriptor)
    #expect(values(.descriptor)["\(descriptor)"] != "/dev/null")
  }

  @Test("the snapshot contains the signal mask of the thread")
  func mask() {
    var blocked = sigset_t()
    var before = sigset_t()
    let usual = values(.signalMask)
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGWINCH)
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let seen = values(.signalMask)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    #expect(seen == ["mask": "SIGWINCH"])
    #expect(values(.signalMask) == usual)
  }

  @Test("the snapshot contains the locale of the thread")
  func locale() {
    let own = newlocale(1 << LC_NUMERIC, "C", nil)
    let before = uselocale(own)
    let seen = values(.locale)["thread"]
    uselocale(before)
    freelocale(own)
    #expect(seen != values(.locale)["thread"])
  }

  @Test("the other values equal those of the system calls")
  func others() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #expect(values(.limit)["RLIMIT_NOFILE"] == "\(limit.rlim_cur) \(limit.rlim_max)")
    #expect(values(.environment)["PATH"] == getenv("PATH").map { String(cString: $0) })
    #expect(values(.thread)["\(getpid())"] != nil)
    #expect(values(.umask)["umask"]?.allSatisfy(\.isNumber) == true)
    #expect(values(.directory)["cwd"]?.hasPrefix("/") == true)
    #expect(values(.signalHandler)["SIGINT"] != nil)
    #expect(values(.mapping).values.contains { $0.contains("libc.so") })
  }
}
