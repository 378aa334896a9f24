import Glibc
import Support
import TestHost

/// An X server without a screen for this process alone. It ends when its last client has disconnected.
package final class DisplayServer {
  /// The time that the server has to start. It usually takes 0.05 s.
  private static let patience: Int32 = 10_000
  /// Larger than any usual interface at a scale of 2, except for those that fill a large screen.
  private static let screen = "1920x1440x24"

  /// The process of the server; nil for one that was there before.
  package let process: pid_t?
  /// Such as `:1`.
  package let name: String

  /// Uses an X server that runs already.
  ///
  /// - Parameter folder: for the caches of toolkits.
  init(existing name: String, folder: String) {
    process = nil
    self.name = name
    Self.chooseDisplay(name, folder)
  }

  /// Starts Xvfb, and makes it the display of this process.
  ///
  /// Nothing of the user's session remains accessible: neither its display, nor its session bus, nor its settings.
  ///
  /// - Parameter folder: for the file with the key of the server, and for the caches of toolkits.
  /// - Throws: `InterfaceObstacle` if the server does not start.
  package init(folder: String) throws(InterfaceObstacle) {
    let authority = "\(folder)/xauthority"
    guard Self.writeKey(to: authority) else {
      throw InterfaceObstacle("the key of the X server could not be written to \(authority)", .machine)
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw InterfaceObstacle("no pipe for the X server could be created", .machine)
    }
    defer { close(ends[0]) }
    let started = QuietProgram.start(
      [
        "Xvfb", "-displayfd", "3", "-screen", "0", Self.screen, "-dpi", "96", "-nolisten", "tcp", "-terminate", "-auth",
        authority,
      ], descriptor: ends[1])
    close(ends[1])
    guard let process = started else {
      throw InterfaceObstacle("Xvfb, the X server without a screen, is not installed", .machine)
    }
    guard let number = Self.readNumber(ends[0]) else {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw InterfaceObstacle("Xvfb, the X server without a screen, did not start", .machine)
    }
    self.process = process
    name = ":\(number)"
    setenv("XAUTHORITY", authority, 1)
    Self.chooseDisplay(name, folder)
  }

  /// The time in which the server was ready to run, but had no processor, in seconds; 0 for one that was there before.
  package var runDelay: Double { process.map(ProcessSnapshot.runDelay) ?? 0 }

  /// Ends the server, with its socket and its lock file.
  package func end() {
    if let process { QuietProgram.end(process) }
  }

  /// Removes what a server leaves behind that was killed. The display may have another server by now.
  package static func removeRemains(of name: String, process: pid_t) {
    let number = name.dropFirst()
    let lock = "/tmp/.X\(number)-lock"
    guard let file = fopen(lock, "re") else { return }
    var owner: Int32 = 0
    let isRead = withUnsafeMutablePointer(to: &owner) { pointer in
      withVaList([pointer]) { vfscanf(file, "%d", $0) } == 1
    }
    fclose(file)
    guard isRead, owner == process, kill(process, 0) != 0 else { return }
    unlink("/tmp/.X11-unix/X\(number)")
    unlink(lock)
  }

  private static func chooseDisplay(_ name: String, _ folder: String) {
    setenv("DISPLAY", name, 1)
    // GTK and Mesa keep caches.
    setenv("XDG_CACHE_HOME", "\(folder)/lv2val-cache", 1)
    for variable in ["WAYLAND_DISPLAY", "SESSION_MANAGER", "GTK_MODULES", "GTK2_RC_FILES"] {
      unsetenv(variable)
    }
    // A toolkit starts neither a session bus nor a service for its settings or for screen readers.
    setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
    setenv("GSETTINGS_BACKEND", "memory", 1)
    setenv("NO_AT_BRIDGE", "1", 1)
    setenv("QT_QPA_PLATFORM", "xcb", 1)
    setenv("GDK_BACKEND", "x11", 1)
    // Mesa draws in the thread of the interface: other threads only add to the processor time.
    setenv("LP_NUM_THREADS", "0", 1)
    // Xlib otherwise parses the 6,000 combinations of keys of the locale for each window.
    setenv("XCOMPOSEFILE", "/dev/null", 1)
    // Shaders are compiled at each opening, and draw little: the optimization takes longer than it saves.
    setenv("GALLIVM_PERF", "nopt", 1)
    // The few vertices of an interface are sooner interpreted than their shaders are compiled.
    setenv("DRAW_USE_LLVM", "0", 1)
    // The threads of OpenMP, which librsvg and others use, otherwise compute while they wait.
    setenv("OMP_WAIT_POLICY", "passive", 1)
  }

  /// Writes a random key for any display to a file, in the format of Xau(3).
  private static func writeKey(to path: String) -> Bool {
    var key = [UInt8](repeating: 0, count: 16)
    guard getentropy(&key, key.count) == 0 else { return false }
    func field(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    let anyAddress: [UInt8] = [255, 255]
    let entry = anyAddress + field([]) + field([]) + field(Array("MIT-MAGIC-COOKIE-1".utf8)) + field(key)
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return entry.withUnsafeBytes { write(file, $0.baseAddress, $0.count) == $0.count }
  }

  /// The number of the display, which the server writes as a line when it accepts clients.
  private static func readNumber(_ descriptor: Int32) -> Int? {
    var text = ""
    var byte: UInt8 = 0
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, patience) > 0, read(descriptor, &byte, 1) == 1 {
      CrashRecord.noteProgress()
      if byte == UInt8(ascii: "\n") { return Int(text) }
      text.append(Character(UnicodeScalar(byte)))
    }
    return nil
  }
}
