/// URIs of the LV2 specifications. Swift does not import the concatenated string macros of the C headers.
public enum URI {
  private static let lv2 = "http://lv2plug.in/ns/lv2core#"
  private static let ext = "http://lv2plug.in/ns/ext/"
  private static let extensions = "http://lv2plug.in/ns/extensions/"

  public static let type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
  public static let value = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value"
  public static let label = "http://www.w3.org/2000/01/rdf-schema#label"
  public static let range = "http://www.w3.org/2000/01/rdf-schema#range"
  public static let comment = "http://www.w3.org/2000/01/rdf-schema#comment"
  public static let seeAlso = "http://www.w3.org/2000/01/rdf-schema#seeAlso"
  /// The kinds of file that a parameter of a plug-in for MOD devices expects.
  public static let fileTypes = "http://moddevices.com/ns/mod#fileTypes"
  public static let instanceAccess = "http://lv2plug.in/ns/ext/instance-access"
  public static let dataAccess = "http://lv2plug.in/ns/ext/data-access"

  public enum Core {
    public static let namespace = lv2
    public static let plugin = lv2 + "Plugin"
    public static let binary = lv2 + "binary"
    public static let base = lv2 + "PluginBase"
    public static let prototype = lv2 + "prototype"
    public static let appliesTo = lv2 + "appliesTo"
    public static let port = lv2 + "port"
    public static let index = lv2 + "index"
    public static let symbol = lv2 + "symbol"
    public static let scalePoint = lv2 + "scalePoint"
    public static let inputPort = lv2 + "InputPort"
    public static let outputPort = lv2 + "OutputPort"
    public static let audioPort = lv2 + "AudioPort"
    public static let controlPort = lv2 + "ControlPort"
    public static let cvPort = lv2 + "CVPort"
    public static let `default` = lv2 + "default"
    public static let minimum = lv2 + "minimum"
    public static let maximum = lv2 + "maximum"
    public static let designation = lv2 + "designation"
    public static let portProperty = lv2 + "portProperty"
    public static let connectionOptional = lv2 + "connectionOptional"
    public static let sampleRate = lv2 + "sampleRate"
    public static let toggled = lv2 + "toggled"
    public static let integer = lv2 + "integer"
    public static let enumeration = lv2 + "enumeration"
    public static let isSideChain = lv2 + "isSideChain"
    public static let reportsLatency = lv2 + "reportsLatency"
    public static let latency = lv2 + "latency"
    public static let enabled = lv2 + "enabled"
    public static let delayPlugin = lv2 + "DelayPlugin"
    public static let freeWheeling = lv2 + "freeWheeling"
    public static let control = lv2 + "control"
    public static let inPlaceBroken = lv2 + "inPlaceBroken"
    public static let hardRTCapable = lv2 + "hardRTCapable"
    public static let isLive = lv2 + "isLive"
    public static let minorVersion = lv2 + "minorVersion"
    public static let microVersion = lv2 + "microVersion"
    public static let requiredFeature = lv2 + "requiredFeature"
    public static let optionalFeature = lv2 + "optionalFeature"
    public static let extensionData = lv2 + "extensionData"
  }

  public enum Atom {
    private static let prefix = ext + "atom#"
    public static let atomPort = prefix + "AtomPort"
    public static let bufferType = prefix + "bufferType"
    public static let supports = prefix + "supports"
    public static let sequence = prefix + "Sequence"
    public static let chunk = prefix + "Chunk"
    public static let object = prefix + "Object"
    public static let tuple = prefix + "Tuple"
    public static let vector = prefix + "Vector"
    public static let blank = prefix + "Blank"
    public static let int = prefix + "Int"
    public static let long = prefix + "Long"
    public static let float = prefix + "Float"
    public static let double = prefix + "Double"
    public static let bool = prefix + "Bool"
    public static let string = prefix + "String"
    public static let path = prefix + "Path"
    public static let uri = prefix + "URI"
    public static let urid = prefix + "URID"
  }

  public enum MIDI {
    public static let event = ext + "midi#MidiEvent"
  }

  public enum Time {
    private static let prefix = ext + "time#"
    public static let position = prefix + "Position"
    public static let frame = prefix + "frame"
    public static let speed = prefix + "speed"
    public static let bar = prefix + "bar"
    public static let barBeat = prefix + "barBeat"
    public static let beatUnit = prefix + "beatUnit"
    public static let beatsPerBar = prefix + "beatsPerBar"
    public static let beatsPerMinute = prefix + "beatsPerMinute"
  }

  public enum Patch {
    private static let prefix = ext + "patch#"
    public static let message = prefix + "Message"
    public static let get = prefix + "Get"
    public static let put = prefix + "Put"
    public static let set = prefix + "Set"
    public static let subject = prefix + "subject"
    public static let body = prefix + "body"
    public static let property = prefix + "property"
    public static let value = prefix + "value"
    public static let readable = prefix + "readable"
    public static let writable = prefix + "writable"
  }

  public enum URID {
    public static let map = ext + "urid#map"
    public static let unmap = ext + "urid#unmap"
  }

  public enum Options {
    private static let prefix = ext + "options#"
    public static let interface = prefix + "interface"
    public static let options = prefix + "options"
    public static let requiredOption = prefix + "requiredOption"
    public static let supportedOption = prefix + "supportedOption"
  }

  public enum BufSize {
    private static let prefix = ext + "buf-size#"
    public static let boundedBlockLength = prefix + "boundedBlockLength"
    public static let coarseBlockLength = prefix + "coarseBlockLength"
    public static let fixedBlockLength = prefix + "fixedBlockLength"
    public static let powerOf2BlockLength = prefix + "powerOf2BlockLength"
    public static let minBlockLength = prefix + "minBlockLength"
    public static let maxBlockLength = prefix + "maxBlockLength"
    public static let nominalBlockLength = prefix + "nominalBlockLength"
    public static let sequenceSize = prefix + "sequenceSize"
  }

  public enum Parameters {
    public static let sampleRate = ext + "parameters#sampleRate"
  }

  public enum Log {
    private static let prefix = ext + "log#"
    public static let log = prefix + "log"
    public static let error = prefix + "Error"
    public static let warning = prefix + "Warning"
    public static let note = prefix + "Note"
    public static let trace = prefix + "Trace"
  }

  public enum State {
    private static let prefix = ext + "state#"
    public static let interface = prefix + "interface"
    public static let loadDefaultState = prefix + "loadDefaultState"
    public static let threadSafeRestore = prefix + "threadSafeRestore"
    public static let makePath = prefix + "makePath"
    public static let mapPath = prefix + "mapPath"
    public static let freePath = prefix + "freePath"
    public static let state = prefix + "state"
  }

  public enum Worker {
    public static let schedule = ext + "worker#schedule"
    public static let interface = ext + "worker#interface"
  }

  public enum ResizePort {
    public static let resize = ext + "resize-port#resize"
    public static let minimumSize = ext + "resize-port#minimumSize"
  }

  public enum PortProps {
    private static let prefix = ext + "port-props#"
    public static let logarithmic = prefix + "logarithmic"
    public static let trigger = prefix + "trigger"
    public static let notOnGUI = prefix + "notOnGUI"
    public static let causesArtifacts = prefix + "causesArtifacts"
    public static let supportsStrictBounds = prefix + "supportsStrictBounds"
    public static let hasStrictBounds = prefix + "hasStrictBounds"
  }

  public enum PortGroups {
    public static let group = ext + "port-groups#group"
    public static let sideChainOf = ext + "port-groups#sideChainOf"
  }

  public enum Presets {
    public static let preset = ext + "presets#Preset"
  }

  public enum Units {
    public static let beat = extensions + "units#beat"
    public static let unit = extensions + "units#unit"
    public static let symbol = extensions + "units#symbol"
  }

  public enum Event {
    /// The port type of the deprecated event extension.
    public static let eventPort = ext + "event#EventPort"
  }

  public enum UserInterface {
    public static let prefix = extensions + "ui#"
    public static let ui = prefix + "UI"
    public static let x11 = prefix + "X11UI"
    public static let gtk2 = prefix + "GtkUI"
    public static let gtk3 = prefix + "Gtk3UI"
    public static let qt5 = prefix + "Qt5UI"
    public static let floatProtocol = prefix + "floatProtocol"
    public static let eventTransfer = ext + "atom#eventTransfer"
    public static let atomTransfer = ext + "atom#atomTransfer"
    public static let fixedSize = prefix + "fixedSize"
    public static let idleInterface = prefix + "idleInterface"
    public static let makeResident = prefix + "makeResident"
    public static let makeSONameResident = prefix + "makeSONameResident"
    public static let noUserResize = prefix + "noUserResize"
    public static let parent = prefix + "parent"
    public static let portMap = prefix + "portMap"
    public static let portSubscribe = prefix + "portSubscribe"
    public static let requestValue = prefix + "requestValue"
    public static let resize = prefix + "resize"
    public static let scaleFactor = prefix + "scaleFactor"
    public static let showInterface = prefix + "showInterface"
    public static let touch = prefix + "touch"
    public static let updateRate = prefix + "updateRate"
    public static let windowTitle = prefix + "windowTitle"
  }

  /// KXStudio's extension for interfaces that open their own windows.
  public enum ExternalInterface {
    public static let widget = "http://kxstudio.sf.net/ns/lv2ext/external-ui#Widget"
    public static let host = "http://kxstudio.sf.net/ns/lv2ext/external-ui#Host"
    /// The class and the feature before the extension had a URI of its own.
    public static let deprecated = UserInterface.prefix + "external"
  }

  public enum Doap {
    public static let license = "http://usefulinc.com/ns/doap#license"
  }
}
