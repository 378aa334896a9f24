import CLV2

/// A plug-in in the table of the library: its LV2 descriptor, and the functions that create and destroy an instance.
///
/// The table is constant data: no code initializes it, neither at load time nor at first use.
public struct Entry {
  /// A function that processes `frames` frames of an instance: the run() of an LV2 descriptor.
  ///
  /// Each effect defines its own C function, so that the compiler can check it and the host makes only one
  /// indirect call.
  public typealias Run = @convention(c) (_ handle: LV2_Handle?, _ frames: UInt32) -> Void

  /// The descriptor for the host. It is the first member: its address is the address of the entry.
  public let descriptor: LV2_Descriptor
  let layout: Layout
  let make: (_ entry: UnsafePointer<Entry>, _ rate: Double) -> UnsafeMutableRawPointer?
  let activate: (_ handle: UnsafeMutableRawPointer) -> Void
  let destroy: (_ handle: UnsafeMutableRawPointer) -> Void

  #if !hasFeature(Embedded)
    /// Returns the description of the plug-in for the Turtle files.
    public let document: () -> PluginDocument
  #endif

  /// Creates the entry of effect `E` in `layout`. `run` calls the effect's `process` function.
  ///
  /// The optimizer folds it to constants.
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
