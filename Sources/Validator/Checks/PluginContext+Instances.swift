import LV2Host
import Model
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
  ///
  /// - Parameter setting: applied before activate(); nil for the defaults.
  func activeInstance(
    _ setup: InstanceSetup? = nil, at setting: ControlSetting? = nil
  ) throws(HostError) -> InstanceUnderTest {
    let instance = try InstanceUnderTest(self, setup ?? InstanceSetup(self))
    setting?.apply(to: instance)
    instance.activate()
    return instance
  }

  /// What `body` returns for a new instance after activate(). Every byte of new heap memory, and of the stack below run(),
  /// is `byte`.
  ///
  /// - Parameters:
  ///   - positions: the only bytes of new heap memory that are `byte`; all others, and the stack, are 0.
  ///   - watched: the position of the byte whose block `FreshMemory.watched` describes.
  ///   - setting: applied before activate(); nil for the defaults.
  func inMemory<Result>(
    filledWith byte: UInt8, only positions: [FreshMemory.Positions]? = nil, watching watched: UInt64 = .max,
    at setting: ControlSetting? = nil, _ body: (InstanceUnderTest) throws -> Result
  ) throws -> Result {
    let isPartial = positions != nil || !sparedMemory.isEmpty
    if isPartial {
      let filled = (positions ?? [0..<UInt64.max]).flatMap { $0.without(sparedMemory) }
      FreshMemory.fill(with: byte, in: filled, watching: watched)
    } else {
      AllocationLedger.fill(with: byte)
    }
    defer { AllocationLedger.fill(with: 0) }
    let instance = try InstanceUnderTest(self, InstanceSetup(self))
    instance.stackContent = isPartial ? 0 : byte
    setting?.apply(to: instance)
    instance.activate()
    return try body(instance)
  }

  /// Settings of single controls and of all controls, in a number that bounds the time of the checks that play them all.
  func settings(sets: Int = 8, for check: CheckID) -> [ControlSetting] { settings(atMost: 64, sets: sets, for: check) }

  /// An inactive instance whose state files go to `folder`; nil if the plug-in has no state interface.
  ///
  /// - Parameter rate: in hertz; the rate of the run if nil.
  func statefulInstance(_ folder: TemporaryFolder, rate: Double? = nil) throws(HostError) -> InstanceUnderTest? {
    guard plugin.extensionData.contains(URI.State.interface) else { return nil }
    var setup = InstanceSetup(self, \.stateDirectory, folder.path)
    setup.rate = rate ?? self.rate
    let instance = try InstanceUnderTest(self, setup)
    return instance.hosted.hasState ? instance : nil
  }
}

/// The result of `body`; nil if instantiate() returned NULL in it.
func unlessNull<Result>(_ body: () throws -> Result) throws -> Result? {
  do { return try body() } catch HostError.notInstantiated { return nil }
}

extension InstanceUnderTest {
  /// Sets every control input that has a range to a value in it.
  func setControls(_ value: (PortDescription, ClosedRange<Float>) -> Float) {
    for port in plugin.ports(.control, .input) {
      if let range = port.range(rate: setup.rate) { self[control: port.index] = value(port, range) }
    }
  }

  /// Saves the state; nil where save() reports an error.
  func save() -> StateSnapshot? { InstanceUnderTest.noted("save") { hosted.saveState() } }

  /// Restores a state and returns what restore() returned: 0 for success.
  @discardableResult
  func restore(_ state: StateSnapshot, in memory: (any StateMemory)? = nil) -> UInt32 {
    InstanceUnderTest.noted("restore") { hosted.restoreState(state, in: memory) } ?? 0
  }

  /// Runs up to 16 silent blocks, until all scheduled work is done and its responses were delivered.
  func finishWork() {
    let worker = hosted.features.worker
    for _ in 0..<16 where !worker.isIdle { play(.silence, frames: configuration.maximumBlockLength) }
  }

  /// Runs silent blocks, so that scheduled work is done and its responses were delivered.
  func settle() { play(.silence, frames: 8 * configuration.maximumBlockLength) }
}

extension PluginDescription {
  /// Why checks of state are skipped if the plug-in has none.
  static let noState = "the plug-in has no state interface"

  /// Why checks from an input to an output are skipped; nil if the plug-in has both.
  var missingAudioPath: String? {
    hasAudioInput && hasAudioOutput ? nil : "the plug-in has no audio input or no audio output"
  }
}

extension InstanceUnderTest {
  /// The latency that the plug-in reports, in whole frames from 0 to 65,536; 0 if it reports none, or no finite one.
  var usableLatency: Int {
    let reported = plugin.latencyPort.map { self[control: $0.index] } ?? 0
    return reported.isFinite ? Int(min(max(reported, 0), 65536)) : 0
  }
}
