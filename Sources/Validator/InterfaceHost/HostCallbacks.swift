import CDisplay
import CLV2
import LV2Host
import TestHost

/// What an interface did by the functions of its host. Interfaces call them in the thread of the interface.
package struct HostActivity {
  /// A value or message for a port, by the function that instantiate() received.
  package struct Write {
    package let port: UInt32
    package let size: UInt32
    package let protocolID: UInt32
    /// At most `largestCopy` bytes.
    package let bytes: [UInt8]

    /// Whether the protocol is that of control ports.
    package var isFloat: Bool {
      protocolID == 0 || protocolID == InstanceUnderTest.map.id(of: URI.UserInterface.floatProtocol)
    }

    /// The value, if the protocol is that of control ports.
    package var value: Float? {
      isFloat && bytes.count == 4 ? bytes.withUnsafeBytes { $0.loadUnaligned(as: Float.self) } : nil
    }
  }

  package struct Touch {
    package let port: UInt32
    package let isGrabbed: Bool
  }

  package var writes: [Write] = []
  package var touches: [Touch] = []
  /// The sizes that the interface requested by ui:resize.
  package var sizes: [Desktop.Size] = []
  /// Whether an external interface reported outside of its run() that the user closed the window.
  package var wasClosedOutsideRun = false

  package init() {}

  /// In bytes.
  static let largestCopy = 1 << 16
  /// The number of writes that are recorded.
  static let largestCount = 100_000
}

/// The functions of the host that an interface calls. The host is an `InterfaceUnderTest`.
enum HostCallbacks {
  typealias Host = InterfaceUnderTest

  /// The interface that a callback belongs to.
  private static func host(_ handle: UnsafeMutableRawPointer?) -> Host? {
    handle.map { Unmanaged<Host>.fromOpaque($0).takeUnretainedValue() }
  }

  static let write: LV2UI_Write_Function = { controller, port, size, protocolID, buffer in
    AllocationLedger.suspended {
      guard let host = HostCallbacks.host(controller) else { return }
      let count = min(Int(size), HostActivity.largestCopy)
      let bytes = buffer.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
      host.note(write: port, size, protocolID, bytes)
    }
  }

  static func resize(_ handle: UnsafeMutableRawPointer?) -> LV2UI_Resize {
    LV2UI_Resize(handle: handle) { handle, width, height in
      AllocationLedger.suspended {
        HostCallbacks.host(handle)?.note(size: Desktop.Size(Int(width), Int(height)))
        return 0
      }
    }
  }

  static func portMap(_ handle: UnsafeMutableRawPointer) -> LV2UI_Port_Map {
    LV2UI_Port_Map(handle: handle) { handle, symbol in
      AllocationLedger.suspended {
        guard let host = HostCallbacks.host(handle), let symbol else { return .max }
        return host.index(ofPort: String(cString: symbol)) ?? .max
      }
    }
  }

  static func portSubscribe(_ handle: UnsafeMutableRawPointer) -> LV2UI_Port_Subscribe {
    LV2UI_Port_Subscribe(
      handle: handle, subscribe: { _, _, _, _ in 0 }, unsubscribe: { _, _, _, _ in 0 })
  }

  static func touch(_ handle: UnsafeMutableRawPointer) -> LV2UI_Touch {
    LV2UI_Touch(handle: handle) { handle, port, isGrabbed in
      AllocationLedger.suspended {
        HostCallbacks.host(handle)?.activity.touches.append(.init(port: port, isGrabbed: isGrabbed))
      }
    }
  }

  static func externalHost(title: UnsafePointer<CChar>) -> cdisplay_external_host {
    cdisplay_external_host(
      ui_closed: { controller in AllocationLedger.suspended { HostCallbacks.host(controller)?.noteClosed() } },
      plugin_human_id: title)
  }

  static func requestValue(_ handle: UnsafeMutableRawPointer) -> LV2UI_Request_Value {
    LV2UI_Request_Value(handle: handle) { _, _, _, _ in LV2UI_REQUEST_VALUE_ERR_UNSUPPORTED }
  }
}
