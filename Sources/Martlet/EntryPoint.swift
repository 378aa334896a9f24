import CLV2
import Effects
import LV2Kit

nonisolated(unsafe) private var table = (
  Entry(PeakingEQ.self, .mono, run: { PeakingEQ.process($0, $1) }), Entry(PeakingEQ.self, .stereo, run: { PeakingEQ.process($0, $1) })
)

@_cdecl("lv2_descriptor")
public func lv2_descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
  guard index < 2 else { return nil }
  return withUnsafePointer(to: &table) { UnsafeRawPointer($0).advanced(by: Int(index) * MemoryLayout<Entry>.stride).assumingMemoryBound(to: LV2_Descriptor.self) }
}
