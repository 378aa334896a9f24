#if !hasFeature(Embedded)
  import LV2Kit

  /// What the Turtle says of each plug-in in the table, in its order.
  public var documents: [PluginDocument] {
    withUnsafeBytes(of: &table) { bytes in
      bytes.bindMemory(to: Entry.self).map { $0.document() }
    }
  }
#endif
