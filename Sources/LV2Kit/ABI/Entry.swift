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
  let layout: Layout
  let make: (_ entry: UnsafePointer<Entry>, _ rate: Double) -> UnsafeMutableRawPointer?
  let activate: (_ handle: UnsafeMutableRawPointer) -> Void
  let destroy: (_ handle: UnsafeMutableRawPointer) -> Void

  #if !hasFeature(Embedded)
    /// What the Turtle says of the plug-in.
    public let document: () -> PluginDocument
  #endif

  /// The plug-in that is effect `E` in `layout`, with `run` for its audio thread. Folds to constants.
  @inline(__always)
  public init<E: Effect & ~Copyable>(_: E.Type, _ layout: Layout, run: Run) {
    descriptor = LV2_Descriptor(
      URI: UnsafeRawPointer(E.uri(layout).utf8Start).assumingMemoryBound(to: CChar.self),
      instantiate: { Callbacks.instantiate($0, $1, $2, $3) }, connect_port: { Callbacks.connect($0, $1, $2) },
      activate: { Callbacks.activate($0) }, run: run, deactivate: nil, cleanup: { Callbacks.cleanup($0) },
      extension_data: nil)
    self.layout = layout
    make = Instance<E>.make
    activate = Instance<E>.activate
    destroy = Instance<E>.destroy
    #if !hasFeature(Embedded)
      document = { PluginDocument(E.self, layout) }
    #endif
  }
}
