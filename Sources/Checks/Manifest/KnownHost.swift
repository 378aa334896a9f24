import LV2Host

/// What a host that many people use is known to take, as its released source says; in doubt it is taken to take it.
struct KnownHost {
  let name: String
  /// The features that a plug-in may require of it.
  let features: Set<String>
  /// The options that a plug-in may require of it; nil where it does not look.
  let options: Set<String>?
  let portKinds: Set<PortDescription.Kind>
  /// Whether it runs plug-ins that say, even as an option, that they cannot work in place.
  let takesInPlaceBroken: Bool

  static let all = [ardour, carla, jalv]

  private static let usual: Set<String> = [
    URI.URID.map, URI.URID.unmap, URI.Options.options, URI.BufSize.boundedBlockLength, URI.Log.log, URI.Worker.schedule,
    URI.State.makePath, URI.State.mapPath, URI.State.freePath, URI.State.loadDefaultState, URI.State.threadSafeRestore,
    URI.Core.isLive,
  ]
  private static let lengths: Set<String> = [URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength]

  /// Source: Ardour 7.3, libs/ardour/lv2_plugin.cc.
  private static let ardour = KnownHost(
    name: "Ardour",
    features: usual.union([
      URI.instanceAccess, "http://lv2plug.in/ns/ext/data-access", URI.Core.hardRTCapable, URI.BufSize.coarseBlockLength,
      "http://ardour.org/lv2/midnam#update", "http://ardour.org/lv2/bankpatch#notify",
      "http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw",
    ]),
    options: [
      URI.BufSize.minBlockLength, URI.BufSize.maxBlockLength, URI.BufSize.nominalBlockLength, URI.BufSize.sequenceSize,
      URI.Parameters.sampleRate,
    ],
    portKinds: [.audio, .control, .atom, .event], takesInPlaceBroken: false)

  /// Source: Carla 2.5, source/utils/CarlaLv2Utils.hpp, is_lv2_feature_supported() and is_lv2_port_supported().
  private static let carla = KnownHost(
    name: "Carla",
    features: usual.union(lengths).union([
      URI.Core.hardRTCapable, URI.Core.inPlaceBroken, URI.ResizePort.resize, "http://lv2plug.in/ns/ext/event",
      "http://lv2plug.in/ns/ext/uri-map", "http://lv2plug.in/ns/ext/port-props#supportsStrictBounds",
      "http://kxstudio.sf.net/ns/lv2ext/programs#Host", "http://kxstudio.sf.net/ns/lv2ext/rtmempool#Pool",
      URI.instanceAccess, "http://lv2plug.in/ns/ext/data-access",
    ]),
    options: nil, portKinds: [.audio, .control, .cv, .atom, .event], takesInPlaceBroken: true)

  /// Source: jalv 1.6.6, src/jalv.c.
  private static let jalv = KnownHost(
    name: "jalv", features: usual.union(lengths).union([URI.Core.inPlaceBroken]), options: nil,
    portKinds: [.audio, .control, .cv, .atom], takesInPlaceBroken: true)
}
