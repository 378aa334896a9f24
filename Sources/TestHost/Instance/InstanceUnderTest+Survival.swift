import CLV2
import CProbe

extension InstanceUnderTest {
  /// Makes one call of run() that the plug-in may die of; false where it did, and then the instance is of no more use.
  ///
  /// The worker is not served.
  package func survives(_ run: @convention(c) (LV2_Handle?, UInt32) -> Void, _ frames: Int) -> Bool {
    InstanceUnderTest.noted("run") {
      probe_record_set_block(0, UInt32(frames))
      probe_event_set_mark(UInt64(frames))
      probe_watch_begin(hosted.watch)
      defer { _ = probe_watch_end() }
      return probe_record_survives(run, hosted.handle, UInt32(frames))
    }
  }
}
