import CProbe
import Glibc
import Testing

/// The facts about the process that a plug-in must leave alone.
@Suite struct SnapshotTests {
  /// All facts of one kind, by name.
  private func facts(_ aspect: probe_aspect) -> [String: String] {
    final class Box {
      let aspect: probe_aspect
      var facts: [String: String] = [:]
      init(_ aspect: probe_aspect) { self.aspect = aspect }
    }
    let box = Box(aspect)
    probe_snapshot_walk(
      { context, aspect, name, value in
        let box = Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue()
        if aspect == box.aspect { box.facts[String(cString: name!)] = String(cString: value!) }
      }, Unmanaged.passUnretained(box).toOpaque())
    return box.facts
  }

  @Test("a descriptor opened is seen, and gone when it is closed")
  func descriptors() {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    #expect(facts(.descriptor)["\(descriptor)"] == "/dev/null")
    close(descriptor)
    #expect(facts(.descriptor)["\(descriptor)"] != "/dev/null")
  }

  @Test("the thread's signal mask is seen")
  func mask() {
    var blocked = sigset_t()
    var before = sigset_t()
    let usual = facts(.signalMask)
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGWINCH)
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let seen = facts(.signalMask)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    #expect(seen == ["mask": "SIGWINCH"])
    #expect(facts(.signalMask) == usual)
  }

  @Test("a thread's own locale is seen")
  func locale() {
    let own = newlocale(1 << LC_NUMERIC, "C", nil)
    let before = uselocale(own)
    let seen = facts(.locale)["thread"]
    uselocale(before)
    freelocale(own)
    #expect(seen != facts(.locale)["thread"])
  }

  @Test("the rest is there, with values that the system's own calls give")
  func values() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #expect(facts(.limit)["RLIMIT_NOFILE"] == "\(limit.rlim_cur) \(limit.rlim_max)")
    #expect(facts(.environment)["PATH"] == getenv("PATH").map { String(cString: $0) })
    #expect(facts(.thread)["\(getpid())"] != nil)
    #expect(facts(.umask)["umask"]?.allSatisfy(\.isNumber) == true)
    #expect(facts(.directory)["cwd"]?.hasPrefix("/") == true)
    #expect(facts(.signalHandler)["SIGINT"] != nil)
    #expect(facts(.mapping).values.contains { $0.contains("libc.so") })
  }
}
