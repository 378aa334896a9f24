#if !hasFeature(Embedded)
  import CLV2

  /// The function with which a library that is built without Embedded Swift writes the Turtle of its bundle.
  ///
  /// The program lv2ttl opens the library and gets the function from extension_data(); an Embedded library has none.
  public enum TurtleGenerator {
    /// Generates the files of a bundle and passes each to `receive`.
    ///
    /// - Parameters:
    ///   - descriptors: all descriptors of the library, in order.
    ///   - count: the number of descriptors.
    ///   - binary: the name of the library in the bundle, a C string.
    ///   - interfaceBinary: the name of the library with the user interfaces, or NULL.
    ///   - prefix: the prefix of relative URIs; empty if there is none.
    ///   - context: the first argument of `receive`.
    ///   - receive: gets the name and the text of each file. If declarations are invalid, it gets only the errors,
    ///     one line each, with NULL for the name. With an empty name, it gets what a crash from now on means.
    public typealias Function =
      @convention(c) (
        _ descriptors: UnsafePointer<UnsafePointer<LV2_Descriptor>>, _ count: Int, _ binary: UnsafePointer<CChar>,
        _ interfaceBinary: UnsafePointer<CChar>?, _ prefix: UnsafePointer<CChar>, _ context: UnsafeMutableRawPointer,
        _ receive: Receiver
      ) -> Void
    public typealias Receiver =
      @convention(c) (
        _ context: UnsafeMutableRawPointer, _ name: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>
      ) -> Void

    /// The argument of extension_data() that returns the address of a `Function`.
    public static let uri = "urn:martlet:lv2kit#turtle"

    /// The argument of extension_data() that returns the address of a `Function` for the description of the plug-ins in CLAP.
    public static let clapURI = "urn:martlet:lv2kit#clap"

    /// The argument of extension_data() that returns the address of a `Function` for the description of the plug-ins for a page.
    public static let webURI = "urn:martlet:lv2kit#web"

    /// The extension_data() of every plug-in.
    static func extensionData(_ requested: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
      switch requested.map({ String(cString: $0) }) {
      case uri: unsafeBitCast(generate, to: UnsafeRawPointer.self)
      case clapURI: unsafeBitCast(generateClap, to: UnsafeRawPointer.self)
      case webURI: unsafeBitCast(generateWeb, to: UnsafeRawPointer.self)
      default: nil
      }
    }

    /// The documents of plug-ins. The address of a descriptor is the address of its `Plugin`.
    private static func plugins(
      _ descriptors: UnsafePointer<UnsafePointer<LV2_Descriptor>>, _ count: Int, _ prefix: UnsafePointer<CChar>
    ) -> [PluginDocument] {
      let prefix = String(cString: prefix)
      return (0..<count).map { index in
        UnsafeRawPointer(descriptors[index]).assumingMemoryBound(to: Plugin.self).pointee.document().completed(
          by: prefix)
      }.complete()
    }

    /// Passes one file, with the name "clap.c".
    private static let generateClap: Function = { descriptors, count, _, interfaceBinary, prefix, context, receive in
      let source = ClapSource(plugins: plugins(descriptors, count, prefix), hasInterfaces: interfaceBinary != nil)
      receive(context, "clap.c", source.text)
    }

    /// Passes one file, with the name "web.json".
    private static let generateWeb: Function = { descriptors, count, _, interfaceBinary, prefix, context, receive in
      let description = WebDescription(
        plugins: plugins(descriptors, count, prefix), hasInterfaces: interfaceBinary != nil)
      receive(context, "web.json", description.text)
    }

    private static let generate: Function = {
      descriptors, count, binary, interfaceBinary, prefix, context, receive in
      let plugins = plugins(descriptors, count, prefix)
      let errors = DeclarationErrors.all(in: plugins)
      guard errors.isEmpty else { return receive(context, nil, errors.joined(separator: "\n")) }
      for (index, plugin) in plugins.enumerated() {
        receive(context, "", "\(plugin.uri): the effect crashed in its first block with \(plugin.layout.description)")
        Trial(descriptors[index], plugin)?.run()
      }
      let bundle = TurtleBundle(
        plugins, binary: String(cString: binary), interfaceBinary: interfaceBinary.map { String(cString: $0) })
      for file in bundle.files {
        receive(context, file.name, file.text)
      }
    }
  }
#endif
