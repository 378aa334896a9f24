import CLV2
import Effects
import LV2Kit

#if !LEVEL3
  import CLevel
#endif

/// The plug-ins of the library: each effect in both layouts. To add an effect, add a line.
nonisolated(unsafe) var table = (
  both(PeakingEQ.self) { PeakingEQ.process($0, $1) },
  both(Lowpass.self) { Lowpass.process($0, $1) },
  both(Comb.self) { Comb.process($0, $1) }
)

/// The entry point of the library: returns the descriptor with this index, or NULL after the last one.
@_cdecl("lv2_descriptor")
public func descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
  #if !LEVEL3
    if let faster = martlet_level3_descriptor(index) { return faster.assumingMemoryBound(to: LV2_Descriptor.self) }
  #endif
  // SAFETY: a tuple of entries has the layout of an array, and `table` is constant data that never moves.
  return withUnsafePointer(to: &table) { start in
    let count = MemoryLayout.size(ofValue: start.pointee) / MemoryLayout<Entry>.stride
    guard index < count else { return nil }
    let entry = UnsafeRawPointer(start).assumingMemoryBound(to: Entry.self) + Int(index)
    return UnsafeRawPointer(entry).assumingMemoryBound(to: LV2_Descriptor.self)
  }
}

@inline(__always)
private func both<E: Effect & ~Copyable>(_: E.Type, _ run: Entry.Run) -> (Entry, Entry) {
  (Entry(E.self, .mono, run: run), Entry(E.self, .stereo, run: run))
}

#if !hasFeature(Embedded)
  /// The descriptions of the plug-ins, in the order of the table.
  public var documents: [PluginDocument] {
    withUnsafeBytes(of: &table) { bytes in
      bytes.bindMemory(to: Entry.self).map { $0.document() }
    }
  }
#endif
