import Testing

@testable import LV2Host

@Suite(.enabled(if: InstalledPlugins.hasExamples, "lv2-examples is not installed"))
struct HostedInstanceTests {
  let map = URIDMap()

  @Test func theExampleAmplifierAppliesItsGain() throws {
    let amp = try World(bundles: [InstalledPlugins.directory + "eg-amp.lv2"])
      .description(of: InstalledPlugins.exampleAmp)
    let configuration = HostConfiguration(for: amp, sampleRate: 48_000, maximumBlockLength: 64)
    let instance = try HostedInstance(amp, configuration: configuration, map: map)
    let buffers = PortBuffers(amp, configuration: configuration, map: map)
    buffers.connect(to: instance)
    buffers[control: 0] = 6
    let input = try #require(buffers.samples(1))
    for frame in input.indices { input[frame] = Float(frame) }
    instance.activate()
    instance.run(64)
    // The plug-in computes powf(10, 6 / 20) in single precision, so the product has two rounding errors.
    let output = try #require(buffers.samples(2))
    for frame in output.indices {
      #expect(abs(output[frame] - Float(frame) * 1.995_262_3) <= Float(frame) * 4 * .ulpOfOne)
    }
    #expect(output[63] > 100)
  }
}
