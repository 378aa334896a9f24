import Effects
import LV2Kit

/// The plug-ins of the library. To add an effect, add a line for each layout.
nonisolated(unsafe) var plugins = (
  Plugin("urn:martlet:peaking-eq-mono", PeakingEQ.self, .mono) { PeakingEQ.process($0, $1) },
  Plugin("urn:martlet:peaking-eq-stereo", PeakingEQ.self, .stereo) { PeakingEQ.process($0, $1) },
  Plugin("urn:martlet:lowpass-mono", Lowpass.self, .mono) { Lowpass.process($0, $1) },
  Plugin("urn:martlet:lowpass-stereo", Lowpass.self, .stereo) { Lowpass.process($0, $1) },
  Plugin("urn:martlet:comb-mono", Comb.self, .mono) { Comb.process($0, $1) },
  Plugin("urn:martlet:comb-stereo", Comb.self, .stereo) { Comb.process($0, $1) },
  Plugin("urn:martlet:parametric-eq-mono", ParametricEQMono.self, .mono) { ParametricEQMono.process($0, $1) },
  Plugin("urn:martlet:parametric-eq-stereo", ParametricEQStereo.self, .stereo) { ParametricEQStereo.process($0, $1) },
  Plugin("urn:martlet:parametric-eq-sidechain", ParametricEQStereo.self, Layout(inputs: 2, sidechains: 2, outputs: 2)) {
    ParametricEQStereo.process($0, $1)
  },
  Plugin("urn:martlet:tuned-comb-mono", TunedCombMono.self, .mono) { TunedCombMono.process($0, $1) },
  Plugin("urn:martlet:tuned-comb-stereo", TunedCombStereo.self, .stereo) { TunedCombStereo.process($0, $1) },
  Plugin("urn:martlet:tone", Tone.self, Layout(inputs: 0, outputs: 1)) { Tone.process($0, $1) }
)

/// The entry point of the library: returns the descriptor with this index, or NULL after the last one.
@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafeRawPointer? { descriptor(index, in: &plugins) }

#if !hasFeature(Embedded)
  /// The descriptions of the plug-ins, in the order of the table.
  public let documents = withUnsafeBytes(of: &plugins) { bytes in
    bytes.bindMemory(to: Plugin.self).map { $0.document() }.complete()
  }
#endif
