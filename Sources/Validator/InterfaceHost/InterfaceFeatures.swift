import CLV2
import Glibc
import LV2Host
import TestHost

/// The features of the host for one interface, and the memory that they refer to.
final class InterfaceFeatures {
  /// The argument of instantiate(), which ends with NULL.
  let array: UnsafePointer<UnsafePointer<LV2_Feature>?>
  private let arena: Arena

  /// The features that the host has for every interface.
  private static let usual: Set = [
    URI.URID.map, URI.URID.unmap, URI.Log.log, URI.Options.options, URI.UserInterface.parent, URI.UserInterface.resize,
    URI.UserInterface.portMap, URI.UserInterface.portSubscribe, URI.UserInterface.touch,
    URI.UserInterface.requestValue, URI.UserInterface.idleInterface,
  ]
  /// The features that it offers if an interface lists them.
  private static let listed: Set = [
    URI.instanceAccess, URI.dataAccess, URI.UserInterface.fixedSize, URI.UserInterface.noUserResize,
    URI.UserInterface.makeResident, URI.UserInterface.makeSONameResident,
    URI.UserInterface.showInterface, URI.ExternalInterface.host, URI.ExternalInterface.widget,
    URI.ExternalInterface.deprecated,
  ]

  static func isSupported(_ feature: String) -> Bool { usual.contains(feature) || listed.contains(feature) }

  /// The required features of an interface that this host does not have, sorted.
  static func missing(for interface: InterfaceDescription) -> [String] {
    interface.requiredFeatures.filter { !isSupported($0) }.sorted()
  }

  /// - Parameters:
  ///   - host: what the callbacks receive.
  ///   - instance: for interfaces that access the instance; nil if there is none.
  init(
    _ interface: InterfaceDescription, _ setup: InterfaceSetup, log: LogCapture, host: UnsafeMutableRawPointer,
    instance: HostedInstance?
  ) {
    let map = InstanceUnderTest.map
    let arena = Arena()
    self.arena = arena
    let title = arena.store("lv2val")
    let externalHost = arena.store(HostCallbacks.externalHost(title: title))
    let all: [(uri: String, data: UnsafeMutableRawPointer?)] = [
      (URI.URID.map, UnsafeMutableRawPointer(map.map)),
      (URI.URID.unmap, UnsafeMutableRawPointer(map.unmap)),
      (URI.Log.log, UnsafeMutableRawPointer(log.log)),
      (URI.Options.options, Self.options(setup, title: title, arena)),
      (URI.UserInterface.parent, setup.parent.flatMap { UnsafeMutableRawPointer(bitPattern: UInt($0)) }),
      (URI.instanceAccess, instance?.handle),
      (
        URI.dataAccess,
        instance.map { arena.store(LV2_Extension_Data_Feature(data_access: $0.descriptor.pointee.extension_data)) }
      ),
      (URI.UserInterface.resize, arena.store(HostCallbacks.resize(setup.hasResizeHandle ? host : nil))),
      (URI.UserInterface.portMap, arena.store(HostCallbacks.portMap(host))),
      (URI.UserInterface.portSubscribe, arena.store(HostCallbacks.portSubscribe(host))),
      (URI.UserInterface.touch, arena.store(HostCallbacks.touch(host))),
      (URI.UserInterface.requestValue, arena.store(HostCallbacks.requestValue(host))),
      (URI.UserInterface.idleInterface, nil), (URI.UserInterface.fixedSize, nil),
      (URI.UserInterface.noUserResize, nil), (URI.UserInterface.makeResident, nil),
      (URI.UserInterface.makeSONameResident, nil),
      (URI.UserInterface.showInterface, nil),
      (URI.ExternalInterface.widget, nil), (URI.ExternalInterface.host, externalHost),
      (URI.ExternalInterface.deprecated, externalHost),
    ]
    let needsData: Set = [URI.UserInterface.parent, URI.instanceAccess, URI.dataAccess]
    let chosen = all.filter { feature in
      !setup.withheld.contains(feature.uri) && (feature.data != nil || !needsData.contains(feature.uri))
        && (Self.usual.contains(feature.uri) || interface.features.contains(feature.uri)
          || feature.uri == URI.ExternalInterface.host && interface.toolkit == .external)
    }
    let pointers = chosen.map { feature -> UnsafePointer<LV2_Feature>? in
      UnsafePointer(arena.store([LV2_Feature(URI: UnsafePointer(arena.store(feature.uri)), data: feature.data)]))
    }
    array = UnsafePointer(arena.store(pointers + [nil]))
  }

  /// The zero-terminated array of `opts:options`.
  private static func options(
    _ setup: InterfaceSetup, title: UnsafeMutablePointer<CChar>, _ arena: Arena
  ) -> UnsafeMutableRawPointer {
    let map = InstanceUnderTest.map
    func option(_ key: String, _ type: String, _ size: Int, _ value: UnsafeRawPointer) -> LV2_Options_Option {
      LV2_Options_Option(
        context: LV2_OPTIONS_INSTANCE, subject: 0, key: map.id(of: key), size: UInt32(size), type: map.id(of: type),
        value: value)
    }
    func number(_ key: String, _ value: Float) -> LV2_Options_Option {
      option(key, URI.Atom.float, 4, arena.store(value))
    }
    let options = [
      number(URI.Parameters.sampleRate, Float(setup.rate)),
      number(URI.UserInterface.updateRate, updateRate),
      number(URI.UserInterface.scaleFactor, setup.scale),
      option(URI.UserInterface.windowTitle, URI.Atom.string, strlen(title) + 1, title),
      LV2_Options_Option(),
    ]
    return UnsafeMutableRawPointer(arena.store(options))
  }

  /// The number of port events and calls of idle() in a second.
  private static let updateRate: Float = 30
}
