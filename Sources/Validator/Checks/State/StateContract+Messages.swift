import Model

extension StateContract.Message {
  var text: MessageText {
    switch self {
    case .unmappedKey:
      MessageText(
        .error, rule: .unmappedKey,
        remedy: "Map the URI of the key with urid:map in instantiate(), and pass the result instead of {the key}.")
    case .unmappedType:
      MessageText(
        .error, rule: .unmappedType,
        remedy:
          "Map the URI of the type of <{key}> with urid:map in instantiate(), and pass the result to store() instead "
          + "of {the type}.")
    case .missingValue:
      MessageText(
        .error, rule: .missingValue,
        remedy: "Pass the address of the value of <{key}> to store(). Do not call store() without a value.")
    case .emptyValue:
      MessageText(
        .warning, rule: .emptyValue,
        remedy:
          "Store at least one byte for <{key}>, for a text its terminating 0. Do not call store() without a value."
      )
    case .malformedValue:
      MessageText(
        .warning, rule: .malformedValue,
        remedy: "Pass {the complete body of an atom} to store() for <{key}>, and {its length} as the size.")
    case .duplicateKey:
      MessageText(
        .warning, .note, rule: .duplicateKey,
        remedy: "Store each value under a key of its own: compare the arguments of the calls of store() with <{key}>.")
    case .absolutePath:
      MessageText(
        .error, rule: .absolutePath,
        remedy:
          "Pass the path of <{key}> through abstract_path() of state:mapPath before store(), and free the result with "
          + "free_path().")
    case .lateCall:
      MessageText(
        .error, rule: .lateCall,
        remedy: "Call {retrieve()} only before {restore()} returns, and do not keep the function or its handle.")
    case .readPastEnd:
      MessageText(
        .error, rule: .readPastEnd,
        remedy: "Read in restore() only as many bytes of a value as retrieve() returns as its size.")
    case .abstractPath:
      MessageText(
        .error, rule: .abstractPath,
        remedy: "Pass the value of <{key}> to absolute_path() of state:mapPath in restore(), and free the result with "
          + "free_path().")
    case .readAfterRestore:
      MessageText(
        .error, rule: .readAfterRestore,
        remedy: "Copy the bytes of the value before restore() returns, and do not keep the pointer from retrieve().")
    case .unfreedPaths:
      MessageText(
        .warning, rule: .unfreedPaths,
        remedy: "Pass every path from abstract_path(), absolute_path() and state:makePath to free_path() after its use."
      )
    }
  }
}

extension Rule {
  fileprivate static let unmappedKey = Rule(
    "The key of store() is a URID; the plug-in MUST NOT pass an invalid URI key",
    source: "lv2/state/state.h: LV2_State_Store_Function")
  fileprivate static let unmappedType = Rule(
    "The type of the value is a URID", source: "lv2/state/state.h: LV2_State_Store_Function")
  fileprivate static let missingValue = Rule(
    "value MUST point to a valid region of memory size bytes long",
    source: "lv2/state/state.h: LV2_State_Store_Function")
  fileprivate static let emptyValue = Rule(
    "size MUST be > 0 (this is required to make restore unambiguous)",
    source: "lv2/state/state.h: LV2_State_Store_Function")
  fileprivate static let malformedValue = Rule(
    "The value has the size in bytes and the type that are passed; the body of an atom:String is a C string, "
      + "terminated with a NULL byte",
    source: "lv2/state/state.h: LV2_State_Store_Function; atom.meta.ttl: atom:String")
  fileprivate static let duplicateKey = Rule(
    "The state is \"conceptually a key:value dictionary, with URI keys\": retrieve() returns one value for each key",
    source: "state.meta.ttl; lv2/state/state.h: LV2_State_Retrieve_Function")
  fileprivate static let absolutePath = Rule(
    "The plug-in MUST map all paths stored in its state (including those inside any files)",
    source: "state.meta.ttl: state:mapPath")
  fileprivate static let lateCall = Rule(
    "The handle pointer and the store function MUST NOT be used beyond the scope of save(), nor the retrieve function "
      + "beyond that of restore()",
    source: "lv2/state/state.h: LV2_State_Interface, LV2_State_Retrieve_Function")
  fileprivate static let readPastEnd = Rule(
    "retrieve() sets size to the size of the restored value",
    source: "lv2/state/state.h: LV2_State_Retrieve_Function")
  fileprivate static let abstractPath = Rule(
    "The plug-in MUST use absolute_path() in order to actually open or otherwise use any paths loaded from plug-in "
      + "state", source: "lv2/state/state.h: LV2_State_Map_Path.absolute_path")
  fileprivate static let readAfterRestore = Rule(
    "The plug-in MUST NOT attempt to use this function, or any value returned from it, outside of the restore() "
      + "context", source: "lv2/state/state.h: LV2_State_Retrieve_Function")
  fileprivate static let unfreedPaths = Rule(
    "The caller must free the returned value with LV2_State_Free_Path.free_path()",
    source: "lv2/state/state.h: LV2_State_Map_Path, LV2_State_Make_Path")
}
