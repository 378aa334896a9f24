import LV2Host
import TestHost
import TestSupport
import Testing

@Suite struct ProcessSnapshotTests {
  /// Runs a plug-in several times, and returns for each run whether it changed variables of libraries.
  private func changes(_ bundle: String) throws -> [Bool] {
    let world = try World(bundles: [DefectBundle(bundle).url.path + "/"])
    let context = PluginContext(
      plugin: try world.description(of: "urn:defect:\(bundle)"), world: world, rate: 48_000, blockLength: 256, seed: 1)
    let series = try BlockSeries(context, seed: 1, blocks: 4)
    defer { #expect(series.peak > 0) }
    return (0..<100).map { _ in
      let before = ProcessSnapshot.libraryVariables
      series.run()
      return ProcessSnapshot.libraryVariables != before
    }
  }

  @Test func variablesThatRunWritesAreNoticed() throws {
    #expect(try changes("thread.concurrent-shared-state-scratch").first == true)
  }

  /// Other tests may run plug-ins with variables meanwhile.
  @Test func otherRunsChangeNoVariable() throws {
    #expect(try changes("good-plain").contains(false))
  }
}
