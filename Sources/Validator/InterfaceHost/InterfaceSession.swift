import CDisplay
import Glibc
import LV2Host
import Model
import TestHost

/// An open interface in a window of the host, as a user sees it. The host calls idle() at a usual rate.
///
/// When the object is released, it closes the interface and then the window.
package final class InterfaceSession {
  package let context: InterfaceContext
  package let interface: InterfaceUnderTest
  /// nil if the interface opens its own window.
  private var hostWindow: HostWindow?
  /// The windows that were visible before the interface opened.
  private let topLevelsBefore: Set<Desktop.Window>
  /// For interfaces that access the instance.
  package let instance: InstanceUnderTest?

  /// The size of the window of the host before the interface requested another one.
  private static let initialSize = Desktop.Size(640, 480)
  /// The time between two calls of idle(), in microseconds; a host has about 30 ms.
  private static let pause: UInt32 = 2_000
  /// The same if nothing is expected from a thread or a timer of the interface.
  static let shortPause: UInt32 = 500
  /// The number of calls of idle() after which a picture that does not change is complete.
  private static let settlingCalls = 8

  /// Opens the interface and sends it the values of all control ports.
  ///
  /// - Parameters:
  ///   - withheld: the features that the host does not have this time.
  ///   - scale: `ui:scaleFactor`.
  ///   - sendsValues: whether the interface receives the values of all controls at once.
  ///   - instance: for interfaces that access the instance; nil for a new one.
  ///   - isPatient: whether the interface opens although idle() blocked before.
  /// - Throws: `HostError` if the interface needs an instance that cannot be created; `InterfaceObstacle` if
  ///   instantiate() returned NULL.
  package convenience init(
    _ context: InterfaceContext, withheld: Set<String> = [], scale: Float = 1, sendsValues: Bool = true,
    instance: InstanceUnderTest? = nil, isPatient: Bool = false
  ) throws {
    var opening = InterfaceStep.Opening()
    (opening.withheld, opening.scale, opening.sendsValues) = (withheld, scale, sendsValues)
    try self.init(context, opening, instance: instance, isPatient: isPatient)
  }

  /// Opens the interface as a step of a finding states it.
  package init(
    _ context: InterfaceContext, _ opening: InterfaceStep.Opening, instance: InstanceUnderTest? = nil,
    isPatient: Bool = false
  ) throws {
    self.context = context
    if Self.isBlocked && !isPatient {
      throw InterfaceObstacle("idle() of the interface blocks, see ui.idle", .interface)
    }
    self.instance = context.needsInstance ? try instance ?? context.makeInstance() : nil
    var setup = InterfaceSetup(rate: context.plugin.rate)
    setup.withheld = opening.withheld
    setup.scale = opening.scale
    setup.hasResizeHandle = opening.hasResizeHandle
    Self.count += 1
    setup.number = Self.count
    let isOutermost = InterfaceJournal.begin(.open(opening), session: Self.count, of: context.plugin.plugin)
    defer { InterfaceJournal.end(isOutermost) }
    topLevelsBefore = Set(context.desktop.visibleTopLevels())
    if context.interface.toolkit == .x11, !opening.isAlone {
      hostWindow = HostWindow(context.desktop, Self.initialSize)
    }
    setup.parent = hostWindow?.window
    // In a copy of the process that has the context.
    Attendant.begin()
    Attendant.learn(context.desktop)
    guard
      let interface = InterfaceUnderTest(
        context.interface, of: context.plugin.plugin, context.library, setup, instance: self.instance)
    else {
      hostWindow?.destroy()
      throw InterfaceObstacle(
        "instantiate() of the interface <\(context.interface.uri)> returned NULL", .null)
    }
    self.interface = interface
    if let toolkit = context.toolkit, let widget = interface.widget {
      hostWindow = HostWindow(context.desktop, toolkit, widget: widget)
    }
    interface.onResize = { [hostWindow] size in hostWindow?.resize(to: size) }
    if context.interface.toolkit.opensOwnWindow, !opening.isAlone { _ = interface.show() }
    fit()
    Attendant.learn(context.desktop)
    if opening.sendsValues { sendValues() }
  }

  /// The number of interfaces that this process opened.
  // SAFETY: as below.
  nonisolated(unsafe) private static var count = 0

  /// Opens the interface; nil if instantiate() returned NULL.
  ///
  /// - Throws: the other errors of `init`.
  package static func attempt(
    _ context: InterfaceContext, _ opening: InterfaceStep.Opening = .init(), instance: InstanceUnderTest? = nil
  ) throws -> InterfaceSession? {
    do {
      return try InterfaceSession(context, opening, instance: instance)
    } catch let obstacle as InterfaceObstacle where obstacle.cause == .null {
      return nil
    }
  }

  deinit { close() }

  /// Never releases sessions, so that they are not closed before the process ends.
  package static func keep(_ sessions: [InterfaceSession]) {
    for session in sessions { _ = Unmanaged.passRetained(session) }
  }

  // MARK: Passing on

  /// Whether `passOn()` leaves the interface open: the next check of this process needs such an opening too.
  // SAFETY: as below.
  nonisolated(unsafe) package static var isPassedOn = false
  // SAFETY: as below.
  nonisolated(unsafe) private static var passed: InterfaceSession?

  /// The opening that the check before passed on, or a new one.
  ///
  /// - Throws: the errors of `init`.
  package static func usual(_ context: InterfaceContext, isPatient: Bool = false) throws -> InterfaceSession {
    guard let passed, !(isBlocked && !isPatient) else { return try InterfaceSession(context, isPatient: isPatient) }
    self.passed = nil
    return passed
  }

  /// Leaves the interface to the next check with the initial values of all controls, or closes it.
  package func passOn() {
    guard Self.isPassedOn, !interface.isClosed else { return close() }
    sendValues()
    idle()
    Self.passed = self
  }

  /// Closes an opening that no check took.
  package static func closePassed() {
    passed?.close()
    passed = nil
  }

  /// Closes the interface, and then the window. Further calls have no effect.
  package func close() {
    if isClosed { return }
    isClosed = true
    InterfaceJournal.noting(.close, of: interface) {
      if interface.isShown { interface.hide() }
      interface.cleanup()
      hostWindow?.destroy()
      iterate()
      hostWindow = nil
      context.desktop.synchronize()
    }
  }

  private var isClosed = false

  /// Destroys the window of the host, which should call cleanup() first.
  package func destroyParent() {
    InterfaceJournal.noting(.destroyParent, of: interface) {
      hostWindow?.destroy()
      hostWindow = nil
      context.desktop.synchronize()
    }
  }

  /// The window in which the user sees the interface: that of the host, or its own; nil if it shows none.
  package var window: Desktop.Window? { hostWindow?.window ?? topLevel }

  /// The window of the host; nil if the interface opens its own.
  package var parent: Desktop.Window? { hostWindow?.window }

  /// The largest visible window that the interface opened without a parent; nil if there is none.
  package var topLevel: Desktop.Window? {
    func area(_ window: Desktop.Window) -> Int { context.desktop.size(of: window).map { $0.width * $0.height } ?? 0 }
    return context.desktop.visibleTopLevels().filter { !topLevelsBefore.contains($0) && $0 != hostWindow?.window }
      .max { area($0) < area($1) }
  }

  /// Gives the window of the host another size, as its user does.
  package func stretch(to size: Desktop.Size) {
    InterfaceJournal.noting(.action(.stretch(width: size.width, height: size.height)), of: interface) {
      hostWindow?.resize(to: size)
    }
  }

  /// The window of the interface itself; nil if it has none.
  package var ownWindow: Desktop.Window? {
    guard context.interface.toolkit == .x11, let widget = interface.widget else { return nil }
    return Desktop.Window(truncatingIfNeeded: UInt(bitPattern: widget))
  }

  /// Gives the window of the host the size of the interface, unless that already requested one.
  ///
  /// The server can receive the requests of the interface later than those of the host.
  private func fit() {
    guard let hostWindow, interface.activity.sizes.isEmpty, let ownWindow else { return }
    for _ in 0..<Self.attempts {
      if let size = context.desktop.size(of: ownWindow), size.width > 1, size.height > 1 {
        return hostWindow.resize(to: size)
      }
      usleep(Self.pause)
    }
  }

  /// The number of times that the host looks for the window of an interface.
  private static let attempts = 50

  /// Sends the initial values of all control ports, as a host does at once after instantiate().
  package func sendValues() {
    InterfaceJournal.noting(.action(.values), of: interface) {
      for port in context.controls { interface.send(context.initialValue(of: port), toPort: port.index) }
    }
  }

  /// Calls idle() several times, with pauses.
  package func idle(_ count: Int = InterfaceSession.settlingCalls) { idle(count, pause: Self.pause) }

  func idle(_ count: Int, pause: UInt32) {
    InterfaceJournal.noting(.action(.idle(count)), of: interface) { callIdle(count, pause) }
    Attendant.learn(context.desktop)
    CrashRecord.noteProgress()
  }

  private func callIdle(_ count: Int, _ pause: UInt32) {
    for call in 0..<count where call == 0 || !isSlow {
      let start = ContinuousClock.now
      iterate()
      interface.idle()
      Self.idleTime += (ContinuousClock.now - start).seconds
      Self.idleCalls += 1
      usleep(pause)
    }
  }

  /// Lets the toolkit of the host process its events, if it has one. It also draws windows that the interface opened.
  private func iterate() {
    if let toolkit = context.toolkit { HostWindow.iterate(toolkit) }
  }

  /// Whether idle() took so long in this process that the host calls it less often, and performs fewer actions.
  package var isSlow: Bool { Self.idleTime > Self.patience }

  /// Whether calls of idle() took seconds each in this process, so that no check can learn more.
  private static var isBlocked: Bool { idleTime > patience && idleCalls < fewCalls }

  /// The number of calls of idle() in this process.
  // SAFETY: as below.
  nonisolated(unsafe) private static var idleCalls = 0
  private static let fewCalls = 8

  /// The time in idle() of all interfaces of this process, in seconds.
  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var idleTime = 0.0
  private static let patience = 4.0

  /// The picture of the interface as the user sees it; nil if nothing is visible.
  package var picture: Screenshot? { window.flatMap { context.desktop.picture(of: $0) } }
}

extension InterfaceContext {
  /// Whether the interface accesses the instance of the plug-in.
  package var needsInstance: Bool {
    !interface.features.isDisjoint(with: [URI.instanceAccess, URI.dataAccess])
  }

  fileprivate func makeInstance() throws -> InstanceUnderTest {
    let instance = try InstanceUnderTest(plugin, InstanceSetup(plugin))
    instance.activate()
    return instance
  }

  /// An active instance for several openings of the interface; nil if it accesses none.
  ///
  /// - Throws: `HostError` if the instance cannot be created.
  package func sharedInstance() throws -> InstanceUnderTest? { needsInstance ? try makeInstance() : nil }
}
