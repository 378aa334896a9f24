/// A process for the tests of CProbe: loads a library, calls a function of it with armed detectors, and prints the
/// results.
///
///     probe-child watch LIBRARY FUNCTION...       the events of each function, with all detectors
///     probe-child value LIBRARY FUNCTION          its result, with trapped system calls
///     probe-child heap LIBRARY FUNCTION           invalid frees and leaked blocks
///     probe-child fill LIBRARY FUNCTION BYTE      its result, with a filled heap
///     probe-child align LIBRARY FUNCTION          whether its result is positive, without and with minimum alignment
///     probe-child clock LIBRARY FUNCTION          its results before and after an advance of the time of day by 20 s
///     probe-child threads LIBRARY FUNCTION        whether its threads are blocked or ended: at once, and within 5 s
///     probe-child guard LIBRARY FUNCTION          whether it overwrote a heap block; crash record on descriptor 3
///     probe-child forbidden LIBRARY FUNCTION INDEX...   its recorded accesses to a read-only buffer
///     probe-child survive LIBRARY FUNCTION        whether it returned, and whether an empty function does
///     probe-child crash LIBRARY FUNCTION PLACEMENT ACCESS INDEX   crashes; crash record on descriptor 3
///     probe-child counted-crash ...               as crash, while operations with subnormal numbers are counted

import CProbe
import Glibc

let arguments = CommandLine.arguments
guard arguments.count >= 4, let library = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL) else { exit(2) }

func function<Signature>(_ name: String, as type: Signature.Type) -> Signature {
  guard let symbol = dlsym(library, name) else { exit(2) }
  return unsafeBitCast(symbol, to: type)
}

func functionName(_ address: UnsafeMutableRawPointer) -> String {
  var frame = probe_frame()
  withUnsafePointer(to: Optional(address)) { probe_frame_resolve($0, 1, &frame) }
  var symbol = probe_symbol()
  let symbols = probe_symbols_open()
  defer { probe_symbols_close(symbols) }
  guard probe_symbols_find(symbols, probe_frame_module(&frame), frame.offset, &symbol) else { return "?" }
  return String(cString: probe_symbol_function(&symbol))
}

func printEvents() {
  for index in 0..<probe_event_kept() {
    guard let event = probe_event_at(index) else { break }
    let kind = String(cString: probe_event_function(event))
    let place = event.pointee.frames.0.map(functionName) ?? "?"
    print(kind, event.pointee.argument, place)
  }
}

probe_watch_prepare()
let name = arguments[3]
switch arguments[1] {
case "watch":
  for name in arguments[3...] {
    let body = function(name, as: (@convention(c) () -> Void).self)
    probe_watch_begin([.heap, .locks, .syscalls])
    body()
    _ = probe_watch_end()
  }
  printEvents()
case "value":
  let body = function(name, as: (@convention(c) () -> Int32).self)
  probe_watch_begin([.syscalls])
  let value = body()
  _ = probe_watch_end()
  print(value == getpid() ? "own process" : "\(value)")
case "heap":
  let body = function(name, as: (@convention(c) () -> Void).self)
  probe_heap_track_begin(true, true)
  probe_watch_begin([.ownership])
  body()
  _ = probe_watch_end()
  let alive = probe_heap_alive()
  var block = probe_heap_block()
  let count = probe_heap_blocks(&block, 1)
  probe_heap_track_end()
  printEvents()
  print("alive", alive.blocks, alive.bytes, count == 0 ? "-" : block.frames.0.map(functionName) ?? "?")
case "fill":
  let body = function(name, as: (@convention(c) () -> Int32).self)
  probe_heap_fill(UInt8(arguments[4]) ?? 0)
  let value = body()
  print(value)
case "align":
  let body = function(name, as: (@convention(c) () -> Int32).self)
  print(body() > 0)
  probe_heap_minimum_alignment(true)
  print(body() > 0)
case "clock":
  let body = function(name, as: (@convention(c) () -> Int32).self)
  print(body())
  probe_clock_advance(20)
  print(body())
case "threads":
  let body = function(name, as: (@convention(c) () -> Void).self)
  probe_watch_begin([.ownership])
  body()
  _ = probe_watch_end()
  print(probe_threads_wait(0), probe_threads_wait(name == "thread_that_works" ? 100 : 5000))
case "guard":
  probe_record_use(probe_record_map(3))
  probe_record_catch_crashes()
  let body = function(name, as: (@convention(c) () -> Void).self)
  guard probe_heap_guard_begin() else { exit(2) }
  probe_watch_begin([.ownership])
  body()
  _ = probe_watch_end()
  probe_heap_guard_end()
  var block = probe_heap_block()
  print(
    probe_heap_guard_overwritten(&block)
      ? "overwritten \(block.bytes) \(block.frames.0.map(functionName) ?? "?")" : "intact")
case "forbidden":
  probe_record_catch_crashes()
  let body = function(name, as: (@convention(c) (UnsafeMutablePointer<Float>, Int) -> Void).self)
  guard let buffer = probe_buffer_create(256, .end, .readOnly, -7), let data = probe_buffer_data(buffer),
    let indices = Optional(arguments[4...].compactMap { Int($0) })
  else { exit(2) }
  for index in indices {
    probe_watch_begin([.buffers, .syscalls])
    body(data.assumingMemoryBound(to: Float.self), index)
    _ = probe_watch_end()
    probe_buffer_protect(buffer)
  }
  for index in 0..<probe_event_kept() {
    guard let record = probe_event_at(index) else { break }
    let (kind, event) = (String(cString: probe_event_function(record)), record.pointee)
    print(
      kind, Int64(bitPattern: event.argument), Int64(bitPattern: event.detail), event.frames.0.map(functionName) ?? "?")
  }
case "survive":
  probe_record_catch_crashes()
  let body = function(name, as: (@convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void).self)
  var room = SIMD8<Float>()
  print(probe_record_survives(body, &room, 1), probe_record_survives({ _, _ in }, nil, 0))
case "crash", "counted-crash":
  probe_record_use(probe_record_map(3))
  probe_record_catch_crashes()
  let body = function(name, as: (@convention(c) (UnsafeMutablePointer<Float>, Int) -> Void).self)
  let buffer = probe_buffer_create(
    256, arguments[4] == "end" ? .end : .start,
    arguments[5] == "read-only" ? .readOnly : .readWrite, 7)
  guard let buffer, let data = probe_buffer_data(buffer), let index = Int(arguments[6]) else { exit(2) }
  probe_record_begin_call("run")
  probe_record_set_block(17, 64, 48_000)
  probe_record_set_control("cutoff", 20_000)
  if arguments[1] == "counted-crash" { probe_subnormal_begin(1000) }
  probe_watch_begin([.heap, .locks, .syscalls])
  body(data.assumingMemoryBound(to: Float.self), index)
  _ = probe_watch_end()
  probe_record_end_call()
default: exit(2)
}
