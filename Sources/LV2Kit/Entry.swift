import CLV2

/// A plug-in in the library's table: the descriptor that the host sees, and behind it what the kit needs to make and
/// end an instance of that effect.
///
/// The table is constant data: nothing is initialised when the library is loaded, and nothing when it is first used.
public struct Entry {
  /// Processes `frames` frames of the instance behind the handle. A C function, so that the audio thread makes one call
  /// through a pointer and no more; each effect has one of its own, which the compiler has checked.
  public typealias Run = @convention(c) (_ handle: LV2_Handle?, _ frames: UInt32) -> Void

  /// What the host is given. It stands first: its address is the entry's.
  public let descriptor: LV2_Descriptor
  let make: (_ entry: UnsafePointer<Entry>, _ rate: Double) -> UnsafeMutableRawPointer?
  let activate: (_ handle: UnsafeMutableRawPointer) -> Void
  let destroy: (_ handle: UnsafeMutableRawPointer) -> Void

  /// The plug-in that is effect `E` in `layout`, with `run` for its audio thread. Folds to constants.
  @inline(__always)
  public init<E: Effect & ~Copyable>(_: E.Type, _ layout: Layout, run: Run) {
    descriptor = LV2_Descriptor(
      URI: UnsafeRawPointer(E.uri(layout).utf8Start).assumingMemoryBound(to: CChar.self),
      instantiate: Callbacks.instantiate, connect_port: Callbacks.connect, activate: Callbacks.activate, run: run,
      deactivate: nil, cleanup: Callbacks.cleanup, extension_data: nil)
    make =
      switch layout {
      case .mono: { Instance<E>.make($0, $1, .mono) }
      case .stereo: { Instance<E>.make($0, $1, .stereo) }
      }
    activate = { Instance<E>.activate($0) }
    destroy = { Instance<E>.destroy($0) }
  }
}
