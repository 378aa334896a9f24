import LV2Host
import Support
import TestHost

extension InstanceSetup {
  /// The rate and the block length of the run, with another value of one option.
  init<Value>(_ context: PluginContext, _ option: WritableKeyPath<InstanceSetup, Value>, _ value: Value) {
    self.init(context)
    self[keyPath: option] = value
  }
}

extension PluginContext {
  /// A new instance after activate(), at the rate and block length of the run unless a setup is given.
  func activeInstance(_ setup: InstanceSetup? = nil) throws(HostError) -> InstanceUnderTest {
    let instance = try InstanceUnderTest(self, setup ?? InstanceSetup(self))
    instance.activate()
    return instance
  }

  /// An inactive instance whose state files go to `folder`; nil if the plug-in has no state interface.
  func statefulInstance(_ folder: TemporaryFolder) throws(HostError) -> InstanceUnderTest? {
    guard plugin.extensionData.contains(URI.State.interface) else { return nil }
    let instance = try InstanceUnderTest(self, InstanceSetup(self, \.stateDirectory, folder.path))
    return instance.hosted.hasState ? instance : nil
  }
}

extension InstanceUnderTest {
  /// Sets every control input that has a range to a value in it.
  func setControls(_ value: (PortDescription, ClosedRange<Float>) -> Float) {
    for port in plugin.ports(.control, .input) {
      if let range = port.range(rate: setup.rate) { self[control: port.index] = value(port, range) }
    }
  }
}

extension PluginDescription {
  /// Why checks of state are skipped if the plug-in has none.
  static let noState = "the plug-in has no state interface"

  /// Why checks from an input to an output are skipped; nil if the plug-in has both.
  var missingAudioPath: String? {
    hasAudioInput && hasAudioOutput ? nil : "the plug-in has no audio input or no audio output"
  }
}
