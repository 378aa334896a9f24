import LV2Host

extension KnownHost {
  /// All known hosts, in the order of their names.
  public static let all = [ardour, carla, jalv]

  private static let commonFeatures: Set<String> = [
    URI.URID.map, URI.URID.unmap, URI.Options.options, URI.BufSize.boundedBlockLength, URI.Log.log, URI.Worker.schedule,
    URI.State.makePath, URI.State.mapPath, URI.State.freePath, URI.State.loadDefaultState, URI.State.threadSafeRestore,
    URI.Core.isLive,
  ]
  private static let blockLengths: Set<String> = [URI.BufSize.fixedBlockLength, URI.BufSize.powerOf2BlockLength]

  private static let ardour = KnownHost(
    name: "Ardour", version: "7.3", source: "libs/ardour/lv2_plugin.cc",
    features: commonFeatures.union([
      URI.instanceAccess, "http://lv2plug.in/ns/ext/data-access", URI.Core.hardRTCapable, URI.BufSize.coarseBlockLength,
      "http://ardour.org/lv2/midnam#update", "http://ardour.org/lv2/bankpatch#notify",
      "http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw",
    ]),
    options: [
      URI.BufSize.minBlockLength, URI.BufSize.maxBlockLength, URI.BufSize.nominalBlockLength, URI.BufSize.sequenceSize,
      URI.Parameters.sampleRate,
    ],
    portKinds: [.audio, .control, .atom, .event], supportsInPlaceBroken: false)

  private static let carla = KnownHost(
    name: "Carla", version: "2.5",
    source: "source/utils/CarlaLv2Utils.hpp, is_lv2_feature_supported() and is_lv2_port_supported()",
    features: commonFeatures.union(blockLengths).union([
      URI.Core.hardRTCapable, URI.Core.inPlaceBroken, URI.ResizePort.resize, "http://lv2plug.in/ns/ext/event",
      "http://lv2plug.in/ns/ext/uri-map", "http://lv2plug.in/ns/ext/port-props#supportsStrictBounds",
      "http://kxstudio.sf.net/ns/lv2ext/programs#Host", "http://kxstudio.sf.net/ns/lv2ext/rtmempool#Pool",
      URI.instanceAccess, "http://lv2plug.in/ns/ext/data-access",
    ]),
    options: nil, portKinds: [.audio, .control, .cv, .atom, .event], supportsInPlaceBroken: true)

  private static let jalv = KnownHost(
    name: "jalv", version: "1.6.6", source: "src/jalv.c",
    features: commonFeatures.union(blockLengths).union([URI.Core.inPlaceBroken]),
    options: nil, portKinds: [.audio, .control, .cv, .atom], supportsInPlaceBroken: true)
}
