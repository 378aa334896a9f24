import Glibc

/// Plug-ins of other people that the tests run when they are installed.
enum InstalledPlugins {
  static let directory = "/usr/lib/lv2/"
  static let exampleAmp = "http://lv2plug.in/plugins/eg-amp"
  static let hasExamples = has("eg-amp.lv2") && has("eg-sampler.lv2") && has("eg-midigate.lv2")
  static let hasMDA = has("mda.lv2")

  static func has(_ bundle: String) -> Bool { access(directory + bundle + "/manifest.ttl", R_OK) == 0 }
}
