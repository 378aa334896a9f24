/// The plug-ins of the library: each effect in both layouts. To add an effect, add a line.
nonisolated(unsafe) var table = (
  both(PeakingEQ.self) { PeakingEQ.process($0, $1) },
  both(Lowpass.self) { Lowpass.process($0, $1) },
  both(Comb.self) { Comb.process($0, $1) },
  both(Overdrive.self) { Overdrive.process($0, $1) }
)
