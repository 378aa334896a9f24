import EffectViews
import X11Window

/// The user interfaces of the library, one for each effect.
nonisolated(unsafe) var interfaces = (
  UserInterface("urn:martlet:peaking-eq:ui") { PeakingEQView(rate: $0) },
  UserInterface("urn:martlet:lowpass:ui") { LowpassView(rate: $0) },
  UserInterface("urn:martlet:comb:ui") { CombView(rate: $0) },
  UserInterface("urn:martlet:parametric-eq-mono:ui") { ParametricEQView(isStereo: false, rate: $0) },
  UserInterface("urn:martlet:parametric-eq-stereo:ui") { ParametricEQView(isStereo: true, rate: $0) },
  UserInterface("urn:martlet:tuned-comb-mono:ui") { TunedCombMonoView(rate: $0) },
  UserInterface("urn:martlet:tuned-comb-stereo:ui") { TunedCombStereoView(rate: $0) },
  UserInterface("urn:martlet:tone:ui") { ToneView(rate: $0) }
)

/// The entry point of the library: returns the descriptor with this index, or NULL after the last one.
@_cdecl("lv2ui_descriptor")
public func lv2uiDescriptor(_ index: UInt32) -> UnsafeRawPointer? { interfaceDescriptor(index, in: &interfaces) }
