import CProbe

/// Makes a call into the plug-in with the detectors in `watch` armed for the calling thread.
@inline(__always)
func inPlugin<Result>(_ watch: probe_watch, _ call: () -> Result) -> Result {
  probe_watch_begin(watch)
  defer { _ = probe_watch_end() }
  return call()
}

/// Answers a callback of the plug-in's with the detectors quiet: what the host does is not the plug-in's doing.
///
/// That the plug-in called is recorded, with `detail` beside the callback's number.
@inline(__always)
func inHost<Result>(_ callback: HostCallback, detail: UInt32 = 0, _ answer: () -> Result) -> Result {
  probe_watch_host_call(callback.rawValue, UInt64(detail))
  let watch = probe_watch_pause()
  defer { probe_watch_resume(watch) }
  return answer()
}
