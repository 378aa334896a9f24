import CDisplay
import Glibc

// What the X server holds for its clients, by the extension X-Resource.
extension Desktop {
  /// The number of resources of each kind, such as `PIXMAP`, of all clients of the server.
  package func resources() -> [String: Int] {
    var counts: [UInt32: Int] = [:]
    for client in clients() {
      let cookie = xcb.res_query_client_resources(connection, client)
      guard let reply = xcb.res_query_client_resources_reply(connection, cookie, nil) else { continue }
      defer { free(reply) }
      let types = UnsafeBufferPointer(
        start: xcb.res_query_client_resources_types(reply),
        count: Int(xcb.res_query_client_resources_types_length(reply)))
      for type in types { counts[type.resource_type, default: 0] += Int(type.count) }
    }
    return Dictionary(counts.map { (name(of: $0.key), $0.value) }, uniquingKeysWith: +)
  }

  /// Whether a client of this process created a window.
  package func isOwn(_ window: Window) -> Bool {
    var client = xcb_res_client_id_spec_t(
      client: window, mask: UInt32(XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue))
    let cookie = xcb.res_query_client_ids(connection, 1, &client)
    guard let reply = xcb.res_query_client_ids_reply(connection, cookie, nil) else { return false }
    defer { free(reply) }
    let identifiers = xcb.res_query_client_ids_ids_iterator(reply)
    guard identifiers.rem > 0, xcb.res_client_id_value_value_length(identifiers.data) > 0 else { return false }
    return xcb.res_client_id_value_value(identifiers.data)?.pointee == UInt32(getpid())
  }

  /// An identifier of each client of the server.
  private func clients() -> [UInt32] {
    guard let reply = xcb.res_query_clients_reply(connection, xcb.res_query_clients(connection), nil) else { return [] }
    defer { free(reply) }
    let clients = UnsafeBufferPointer(
      start: xcb.res_query_clients_clients(reply), count: Int(xcb.res_query_clients_clients_length(reply)))
    return clients.map(\.resource_base)
  }

  private func name(of atom: UInt32) -> String {
    guard let reply = xcb.get_atom_name_reply(connection, xcb.get_atom_name(connection, atom), nil) else { return "" }
    defer { free(reply) }
    let bytes = UnsafeRawBufferPointer(
      start: xcb.get_atom_name_name(reply), count: Int(xcb.get_atom_name_name_length(reply)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
