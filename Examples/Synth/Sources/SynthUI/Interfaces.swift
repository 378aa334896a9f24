import X11Window

nonisolated(unsafe) private var interfaces = UserInterface("urn:example:synth:ui") { SynthView(rate: $0) }

@_cdecl("lv2ui_descriptor")
public func lv2uiDescriptor(_ index: UInt32) -> UnsafeRawPointer? { interfaceDescriptor(index, in: &interfaces) }
