import CLV2
import Foundation
import RecordingLog

/// A host that shows the inline display of a plug-in, as Ardour does.
final class MixerStrip {
  /// A picture as the host copies it.
  struct Picture: Equatable {
    let width, height: Int
    /// 0xAARRGGBB, row by row.
    let pixels: [UInt32]

    /// The mean row of the pixels of a column that are near to a color, or nil if there is none.
    func row(of color: UInt32, column: Int) -> Double? {
      var (sum, weight) = (0.0, 0.0)
      for row in 0..<height {
        let pixel = pixels[row * width + column]
        let difference = [16, 8, 0].reduce(0) { $0 + abs(Int(pixel >> $1 & 255) - Int(color >> $1 & 255)) }
        let part = max(0, 1 - Double(difference) / 120)
        sum += part * (Double(row) + 0.5)
        weight += part
      }
      return weight > 0.3 ? sum / weight : nil
    }
  }

  let plugin: HostedPlugin
  private let features: Features

  /// The number of calls of queue_draw() until now.
  var requestCount: Int { features.requestCount.pointee }
  /// The last line in the log of the host.
  var logged: String {
    withUnsafeBytes(of: features.log.pointee.line) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// - Parameter scale: the value of the option ui:scaleFactor.
  init(
    _ name: String, build: BuiltBundle.Build = .best, _ values: [String: Float] = [:], rate: Double = 48_000,
    scale: Float = 1
  ) {
    features = Features(scale: scale)
    plugin = HostedPlugin(name, rate: rate, build: build, values, features: features.list)
  }

  /// Runs silence in cycles of `block` frames. `change` gets the number of each cycle before it.
  func run(frames: Int, block: Int = 64, change: (_ cycle: Int) -> Void = { _ in }) {
    var cycle = 0
    _ = plugin.process([[Float](repeating: 0, count: frames)]) {
      change(cycle)
      cycle += 1
      return block
    }
  }

  func render(width: UInt32, maximumHeight: UInt32 = 1000) -> Picture? {
    let uri = "http://harrisonconsoles.com/lv2/inlinedisplay#interface"
    guard let data = plugin.descriptor.pointee.extension_data?(uri) else { return nil }
    let interface = data.assumingMemoryBound(to: LV2_Inline_Display_Interface.self)
    guard let image = interface.pointee.render(plugin.handle, width, maximumHeight)?.pointee else { return nil }
    let (columns, rows) = (Int(image.width), Int(image.height))
    let pixels = (0..<rows).flatMap { row in
      UnsafeRawPointer(image.data + row * Int(image.stride)).withMemoryRebound(to: UInt32.self, capacity: columns) {
        Array(UnsafeBufferPointer(start: $0, count: columns))
      }
    }
    return Picture(width: columns, height: rows, pixels: pixels)
  }

  /// The memory of the features that the host offers.
  private final class Features {
    let requestCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    let log = UnsafeMutablePointer<RecordingLog>.allocate(capacity: 1)
    let list: [UnsafePointer<LV2_Feature>?]
    private let queue = UnsafeMutablePointer<LV2_Inline_Display>.allocate(capacity: 1)
    private let map = UnsafeMutablePointer<LV2_URID_Map>.allocate(capacity: 1)
    private let options = UnsafeMutablePointer<LV2_Options_Option>.allocate(capacity: 2)
    private let scale = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    private let features = UnsafeMutablePointer<LV2_Feature>.allocate(capacity: 4)
    private let names: [UnsafeMutablePointer<CChar>]

    init(scale: Float) {
      requestCount.initialize(to: 0)
      recording_log_init(log)
      queue.initialize(
        to: LV2_Inline_Display(handle: requestCount) { $0?.assumingMemoryBound(to: Int.self).pointee += 1 })
      map.initialize(to: LV2_URID_Map(handle: nil) { _, uri in Features.urid(String(cString: uri!)) })
      self.scale.initialize(to: scale)
      let option = LV2_Options_Option(
        context: LV2_OPTIONS_INSTANCE, subject: 0, key: Self.urid("http://lv2plug.in/ns/extensions/ui#scaleFactor"),
        size: 4, type: Self.urid("http://lv2plug.in/ns/ext/atom#Float"), value: self.scale)
      options.initialize(to: option)
      (options + 1).initialize(to: LV2_Options_Option())
      let offered: [(String, UnsafeMutableRawPointer)] = [
        ("http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw", .init(queue)),
        ("http://lv2plug.in/ns/ext/urid#map", .init(map)),
        ("http://lv2plug.in/ns/ext/options#options", .init(options)), ("http://lv2plug.in/ns/ext/log#log", .init(log)),
      ]
      names = offered.map { strdup($0.0) }
      for index in offered.indices {
        (features + index).initialize(to: LV2_Feature(URI: names[index], data: offered[index].1))
      }
      list = [UnsafePointer(features), .init(features + 1), .init(features + 2), .init(features + 3), nil]
    }

    deinit {
      for name in names { free(name) }
      requestCount.deallocate()
      log.deallocate()
      queue.deallocate()
      map.deallocate()
      options.deallocate()
      scale.deallocate()
      features.deallocate()
    }

    /// A number for each URI that the tests use.
    private static func urid(_ uri: String) -> LV2_URID {
      let known = [
        "http://lv2plug.in/ns/extensions/ui#scaleFactor", "http://lv2plug.in/ns/ext/atom#Float",
        "http://lv2plug.in/ns/ext/log#Warning",
      ]
      return LV2_URID((known.firstIndex(of: uri) ?? known.count) + 1)
    }
  }
}
