import EffectViews
import Foundation
import Testing

@testable import LV2Kit
@testable import Views

/// The spectra of samples that an instance has passed to a window.
@Suite struct AnalyzerTests {
  private static let rate = 48_000.0
  private static let smoothings: [Analyzer.Smoothing] = [.off, .twentyFourth, .twelfth, .sixth, .third]

  nonisolated(unsafe) private static let attention: UnsafeMutablePointer<Attention> = {
    let pointer = UnsafeMutablePointer<Attention>.allocate(capacity: 1)
    pointer.initialize(to: Attention())
    return pointer
  }()

  private let memory = Tap.make(attention)
  private let analyzer: Analyzer

  init() {
    // The analyzer is the only owner of the memory. A recording fills the transform.
    analyzer = Analyzer(memory: memory, rate: Self.rate)
    analyzer.speed = .slow
  }

  /// Passes a recording, and waits until the mean is that of its samples.
  ///
  /// - Parameter signal: the samples; the argument is the number of frames until the end.
  private func play(input: (Int) -> Double, output: (Int) -> Double) {
    let tap = Tap(memory: memory)
    let frames = Analyzer.frames
    _ = analyzer.update(seconds: 10)
    var (inputs, outputs) = (
      (0..<frames).map { Float(input(frames - $0)) }, (0..<frames).map { Float(output(frames - $0)) }
    )
    inputs.withUnsafeMutableBufferPointer { inputs in
      outputs.withUnsafeMutableBufferPointer { outputs in
        var pointers = [UnsafeMutablePointer<Float>?](repeating: inputs.baseAddress, count: AudioBuffers.pointerCount)
        pointers[Limits.channelCount] = outputs.baseAddress
        pointers.withUnsafeMutableBufferPointer { pointers in
          let audio = AudioBuffers(pointers.baseAddress!)
          #expect(tap.writeInputs(audio, .mono, frames) == frames)
          tap.writeOutputs(audio, .mono, frames, Self.attention.pointee)
        }
      }
    }
    #expect(analyzer.update(seconds: 100))
  }

  private func band(_ frequency: Double) -> Int {
    Int((Analyzer.bandsPerOctave * Foundation.log2(frequency / 20)).rounded())
  }

  /// A sine wave of full scale has 0 dB in bands of every width, and its frequency.
  @Test(arguments: smoothings, [50.0, 997, 12_345]) func aSineWaveKeepsItsLevel(
    smoothing: Analyzer.Smoothing, frequency: Double
  ) {
    analyzer.smoothing = smoothing
    let step = 2 * Double.pi * frequency / Self.rate
    play(input: { 0.1 * sin(step * Double($0)) }, output: { sin(step * Double($0)) })
    #expect(abs(decibels(analyzer.outputs[band(frequency)])) < 0.3)
    #expect(abs(decibels(analyzer.inputs[band(frequency)]) + 20) < 0.3)
    // Two octaves away there is only what the window spreads.
    #expect(decibels(analyzer.outputs[band(frequency > 1000 ? frequency / 4 : frequency * 4)]) < -60)
  }

  /// An impulse in the middle of the window has the same power in each bin. A band contains the power of its bins.
  @Test(arguments: smoothings, [2000.0, 8000]) func aBandHasThePowerOfItsBins(
    smoothing: Analyzer.Smoothing, frequency: Double
  ) {
    analyzer.smoothing = smoothing
    play(input: { _ in 0 }, output: { $0 == Analyzer.frames / 2 ? 1 : 0 })
    let octaves = [1.0 / 48, 1.0 / 24, 1.0 / 12, 1.0 / 6, 1.0 / 3][Self.smoothings.firstIndex(of: smoothing)!]
    let center = Analyzer.frequency(band(frequency))
    let width = center * (pow(2, octaves / 2) - pow(2, -octaves / 2)) / Self.rate * Double(Analyzer.frames)
    // The transform of the impulse is 1 in each bin, as the window is 1 in its middle. The transform of a sine wave of full
    // scale is half the number of frames times 1/4, 1/2 and 1/4 in three bins.
    let bin = 1 / (pow(Double(Analyzer.frames) / 2, 2) * (1.0 / 16 + 1.0 / 4 + 1.0 / 16))
    let expected = 10 * log10(bin * max(width, 4))
    #expect(abs(decibels(analyzer.outputs[band(frequency)]) - expected) < 0.1)
    #expect(analyzer.inputs[band(frequency)] == 0)
  }

  @Test func peaksStayUntilTheSmoothingChanges() {
    analyzer.holdsPeaks = true
    play(input: { _ in 0 }, output: { sin(0.1 * Double($0)) })
    let peak = analyzer.peaks.max()!
    play(input: { _ in 0 }, output: { _ in 0 })
    #expect(peak > 0.9 && analyzer.peaks.max() == peak && analyzer.outputs.max()! < 1e-6)
    analyzer.smoothing = .third
    #expect(analyzer.peaks.max() == 0)
  }

  /// A sample that is not a number does not stop the spectra.
  @Test func invalidSamplesAreOmitted() {
    play(input: { _ in .nan }, output: { $0 % 100 == 0 ? .infinity : sin(0.1 * Double($0)) })
    #expect(analyzer.inputs.max()! < 1e-20 && analyzer.outputs.max()! > 0.5)
  }

  /// Each item of the menu selects the next setting, and the menu stays open.
  @Test func theMenuChangesTheSettings() {
    let panel = Panel(PeakingEQView(rate: Self.rate))
    panel.analyzer = analyzer
    func choose(_ item: Menu.Item) {
      panel.menuButtonPressed(300, 150)
      panel.choose((0..<panel.menu!.count).first { panel.menu!.item($0) == item })
    }
    for item in [Menu.Item.spectra, .range, .speed, .smoothing, .peaks] { choose(item) }
    #expect(analyzer.selection == .off && analyzer.range == 120 && analyzer.speed == .medium)
    #expect(analyzer.smoothing == .sixth && analyzer.holdsPeaks)
    for _ in 0..<4 { choose(.smoothing) }
    #expect(analyzer.smoothing == .twelfth && panel.menu != nil)
    choose(.resetAll)
    #expect(panel.menu == nil)
  }
}
