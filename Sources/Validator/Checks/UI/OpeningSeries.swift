import Glibc
import InterfaceHost
import LV2Host
import Model
import TestHost

/// An interface that opens and closes again and again, in a process in which it was not open before.
///
/// `ui.leak` and `ui.reopen` judge the same series: in a process of both, only the first one performs it.
struct OpeningSeries {
  /// The number of the opening in which instantiate() returned NULL; nil if all succeeded.
  private(set) var refused: Int?
  /// Whether the second opening showed one color, after a picture in the first one.
  private(set) var becomesBlank = false
  /// By each opening.
  private(set) var growth = Growth()
  /// Whether the interface is so fast that all openings took place.
  private(set) var isComplete = false
  /// What the last counted opening allocated and did not free: the stack of the largest part, if that is the interface's.
  private(set) var leak: [StackFrame]?

  static let most = 30
  static let least = warmUp + 3
  /// In seconds: after this time, only the least number follows.
  static let patience = 0.4
  /// The number of openings in which caches fill.
  static let warmUp = 2
  /// The largest number of openings whose growth is counted, after those of the warm-up.
  static let counted = 7

  // SAFETY: the checks of a process run one after the other in one thread.
  nonisolated(unsafe) private static var performed: OpeningSeries?

  /// The series of this process.
  ///
  /// - Throws: the errors of the first opening.
  static func of(_ context: InterfaceContext) throws -> OpeningSeries {
    if let performed { return performed }
    let series = try OpeningSeries(context)
    performed = series
    return series
  }

  private init(_ context: InterfaceContext) throws {
    let patience = Patience(Self.patience)
    // What an instance leaves behind is not the interface's.
    let instance = try context.sharedInstance()
    var first: Screenshot?
    // Growth counts only if the openings are equal.
    var counts = true
    // Recording takes time.
    defer { if counts { AllocationLedger.end() } }
    for opening in 1...Self.most {
      if opening > Self.least, !patience.isLeft, !counts { break }
      isComplete = opening == Self.most
      CrashRecord.note(activity: "opening \(opening) of the interface")
      if opening == Self.warmUp { AllocationLedger.begin(judgingFrees: false) }
      if opening == Self.least, counts { LeakSite.begin(context) } else { AllocationLedger.mark() }
      let session =
        opening == 1
        ? try InterfaceSession(context, instance: instance)
        : try InterfaceSession.attempt(context, instance: instance)
      guard let session else {
        refused = opening
        return
      }
      // A user can close the window at once.
      if counts { session.idle(opening <= 2 ? 8 : 4) } else if opening % 3 != 0 { session.idle(2) }
      switch opening {
      case 1: first = session.picture
      case 2: becomesBlank = Self.isBlank(session, after: first)
      default: break
      }
      session.close()
      if becomesBlank { return }
      guard counts, opening >= Self.warmUp else { continue }
      growth.count(others: context.resourceCount)
      counts =
        growth.isPossible && opening < Self.warmUp + Self.counted && !(opening >= Self.least && growth.isRegular)
      if counts { continue }
      if growth.bytes > 0 { leak = LeakSite.found(context) }
      AllocationLedger.end()
    }
  }

  private static func isBlank(_ session: InterfaceSession, after first: Screenshot?) -> Bool {
    guard let first, !first.isBlank, session.picture?.isBlank == true else { return false }
    // A slow interface draws later.
    return !(0..<UIBlank.attempts).contains { _ in
      session.idle()
      return session.picture?.isBlank == false
    }
  }
}

extension InterfaceContext {
  /// The number of resources in the X server, if lv2val started it: others serve other programs too.
  var resourceCount: Int { server.process == nil ? 0 : desktop.resources().values.reduce(0, +) }
}
