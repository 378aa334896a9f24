import CLV2

#if LV2KIT_LEVELS && arch(x86_64)
  import CSiblingLibrary
#endif

/// A plug-in in the table of the library: its LV2 descriptor, and the functions that create and destroy an instance.
///
/// The table is constant data: no code initializes it, neither at load time nor at first use.
public struct Plugin {
  /// A function that processes `frames` frames of an instance: the run() of an LV2 descriptor.
  ///
  /// Each effect defines its own C function, so that the compiler can check it and the host makes only one
  /// indirect call.
  public typealias Run = @convention(c) (_ handle: LV2_Handle?, _ frames: UInt32) -> Void

  /// The descriptor for the host. It is the first member: its address is the address of the plug-in.
  public internal(set) var descriptor: LV2_Descriptor
  let layout: Layout
  let make: (_ plugin: UnsafePointer<Plugin>, _ setup: Setup, _ features: Features) -> UnsafeMutableRawPointer?
  let activate: (_ handle: UnsafeMutableRawPointer) -> Void
  let destroy: (_ handle: UnsafeMutableRawPointer) -> Void
  /// Nil for an effect without properties, jobs and options.
  let extensions: ExtensionFunctions?
  /// The URI of the user interface, or nil.
  var interface: UnsafePointer<CChar>?

  #if !hasFeature(Embedded)
    /// Returns the description of the plug-in for the Turtle files.
    public let document: () -> PluginDocument
  #endif

  /// Declares a plug-in. The optimizer folds it to constants.
  ///
  /// - Parameters:
  ///   - uri: the URI of the plug-in. Do not change it after a release: sessions refer to it. One without a scheme, such as
  ///     "tone", begins with the prefix of `lv2-bundle --url`.
  ///   - effect: the type of the effect.
  ///   - layout: the audio inputs and outputs.
  ///   - run: calls the `process` function of the effect.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public init<E: Effect & ~Copyable>(
    _ uri: StaticString, _ effect: E.Type, _ layout: Layout, file: StaticString = #filePath, line: Int = #line, run: Run
  ) {
    #if hasFeature(Embedded)
      let extensionData = Extensions.lookup(E.self)
    #else
      let extensionData = Extensions.lookup(E.self) ?? { TurtleGenerator.extensionData($0) }
      document = { PluginDocument(uri.description, E.self, layout, SourceLocation(file: file, line: line)) }
    #endif
    descriptor = LV2_Descriptor(
      URI: UnsafeRawPointer(uri.utf8Start).assumingMemoryBound(to: CChar.self),
      instantiate: { Callbacks.instantiate($0, $1, $2, $3) }, connect_port: { Callbacks.connect($0, $1, $2) },
      activate: { Callbacks.activate($0) }, run: run, deactivate: nil, cleanup: { Callbacks.cleanup($0) },
      extension_data: extensionData)
    self.layout = layout
    make = Instance<E>.make
    activate = Instance<E>.activate
    destroy = Instance<E>.destroy
    extensions =
      E.hasWorker || E.followsOptions
      ? ExtensionFunctions(
        save: Instance<E>.save, restore: Instance<E>.restore, work: Instance<E>.work, recreate: Instance<E>.recreate)
      : nil
    interface = E.interface.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
  }
}

/// Returns the descriptor with this index, or NULL after the last one: the body of a library's lv2_descriptor().
///
/// - Parameters:
///   - index: the argument of lv2_descriptor().
///   - plugins: a global variable of the library: one ``Plugin``, or a tuple of them.
@inline(__always)
public func descriptor<Table>(_ index: UInt32, in plugins: inout Table) -> UnsafeRawPointer? {
  #if LV2KIT_LEVELS && arch(x86_64)
    if let faster = lv2kit_level3_descriptor(index) { return faster }
  #endif
  // SAFETY: a tuple of plug-ins has the layout of an array, and constant data never moves.
  return withUnsafeMutablePointer(to: &plugins) { start in
    guard index < MemoryLayout<Table>.size / MemoryLayout<Plugin>.stride else { return nil }
    let address = UnsafeMutableRawPointer(start) + Int(index) * MemoryLayout<Plugin>.stride
    let plugin = address.assumingMemoryBound(to: Plugin.self)
    completeURI(&plugin.pointee.descriptor.URI)
    completeURI(&plugin.pointee.interface)
    return UnsafeRawPointer(address)
  }
}
