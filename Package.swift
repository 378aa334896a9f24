// swift-tools-version: 6.2
import PackageDescription

// `swift package lv2-bundle` builds the product Martlet in Embedded Swift, as it builds the effects of any package on
// LV2Kit: it passes the flags itself. All other builds are ordinary Swift.

// Targets that look at millions of samples are optimized in debug builds too. The compiler takes least time for a whole
// module at once; without a number of threads that mode fails with an index store.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))
]

// The interposed operators of C++. The linker exports a function of a program only if a shared library needs it, which is not
// the case for these if the program contains the C++ library.
let operators =
  ["_Znwm", "_Znam"].flatMap { new in
    ["", "RKSt9nothrow_t", "St11align_val_t", "St11align_val_tRKSt9nothrow_t"].map { new + $0 }
  }
  + ["_Zdl", "_Zda"].flatMap { delete in
    ["Pv", "Pvm", "PvRKSt9nothrow_t", "PvSt11align_val_t", "PvmSt11align_val_t", "PvSt11align_val_tRKSt9nothrow_t"]
      .map { delete + $0 }
  }

let package = Package(
  name: "martlet",
  products: [
    .library(name: "LV2Kit", targets: ["LV2Kit", "CLAPFormat"]),
    .library(name: "LV2Math", targets: ["LV2Math"]),
    .library(name: "LV2DSP", targets: ["LV2DSP"]),
    .library(name: "LV2KitTesting", targets: ["LV2KitTesting"]),
    .library(name: "LV2KitUI", targets: ["Views", "X11Window"]),
    .plugin(name: "lv2-bundle", targets: ["lv2-bundle"]),
    .plugin(name: "lv2-new", targets: ["lv2-new"]),
    .library(name: "Martlet", type: .dynamic, targets: ["Martlet", "CLAPFormat"]),
    .library(name: "MartletUI", type: .dynamic, targets: ["MartletUI"]),
    .executable(name: "lv2val", targets: ["lv2val"]),
    .executable(name: "lv2render", targets: ["lv2render"]),
  ],
  targets: [
    .systemLibrary(name: "CLV2", path: "Sources/Shared/C/CLV2", pkgConfig: "lv2", providers: [.apt(["lv2-dev"])]),
    .systemLibrary(
      name: "CLilv", path: "Sources/Shared/C/CLilv", pkgConfig: "lilv-0", providers: [.apt(["liblilv-dev"])]),
    .systemLibrary(
      name: "CSerd", path: "Sources/Shared/C/CSerd", pkgConfig: "serd-0", providers: [.apt(["libserd-dev"])]),
    .systemLibrary(
      name: "CSndfile", path: "Sources/Shared/C/CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CExpat", path: "Sources/Shared/C/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CGetopt", path: "Sources/Shared/C/CGetopt"),
    .systemLibrary(name: "CProcess", path: "Sources/Shared/C/CProcess"),
    .systemLibrary(
      name: "CSoxr", path: "Sources/Shared/C/CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(name: "CMath", path: "Sources/Shared/C/CMath"),
    .systemLibrary(name: "CMemory", path: "Sources/Shared/C/CMemory"),
    .target(name: "CSiblingLibrary", path: "Sources/Shared/C/CSiblingLibrary"),
    // Whatever carries the interposers exports nothing else; a static link of Swift's libraries would export everything.
    .target(
      name: "CProbe", path: "Sources/Shared/C/CProbe", exclude: ["exports.map"],
      cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
      linkerSettings: [
        .linkedLibrary("dl"), .linkedLibrary("pthread"),
        .unsafeFlags(
          ["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/Shared/C/CProbe/exports.map"]
            + operators.flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] }),
      ]),

    .target(name: "CSupport", path: "Sources/Shared/C/CSupport"),
    .target(
      name: "Support", dependencies: ["CSupport"], path: "Sources/Shared/Support",
      swiftSettings: optimized),
    .target(name: "CommandLine", dependencies: ["CGetopt", "Support"], path: "Sources/Shared/CommandLine"),

    .target(
      name: "LV2DSP", dependencies: ["CMath", "LV2Math"], path: "Sources/Kit/LV2DSP",
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")]),
    .target(
      name: "DSP", dependencies: ["LV2DSP"], path: "Sources/Effects/DSP",
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")]),
    .target(
      name: "LV2Kit", dependencies: ["CLV2", "CSiblingLibrary"], path: "Sources/Kit/LV2Kit",
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CCLAP", dependencies: ["CSiblingLibrary"], path: "Sources/Shared/C/CCLAP"),
    .target(
      name: "CLAPFormat", dependencies: ["CCLAP", "CLV2", "CSiblingLibrary", "LV2Kit"], path: "Sources/Kit/CLAPFormat"),
    .target(name: "LV2Math", path: "Sources/Kit/LV2Math"),
    .target(name: "LV2KitTesting", dependencies: ["LV2Kit", "CLV2"], path: "Sources/Kit/LV2KitTesting"),
    .target(name: "ModGUI", dependencies: ["LV2Kit"], path: "Sources/Effects/ModGUI"),
    .target(name: "Effects", dependencies: ["DSP", "LV2Kit", "ModGUI", "CMemory"], path: "Sources/Effects/Effects"),
    .target(
      name: "Martlet", dependencies: ["Effects", "LV2Kit"], path: "Sources/Effects/Martlet", exclude: ["Bundle"]),
    .systemLibrary(name: "CDrawing", path: "Sources/Shared/C/CDrawing"),
    .target(
      name: "Views", dependencies: ["CDrawing", "CLV2", "CMath", "DSP", "LV2Kit"], path: "Sources/Kit/Views",
      linkerSettings: [.linkedLibrary("cairo"), .linkedLibrary("xcb")]),
    .target(
      name: "EffectViews", dependencies: ["CMath", "DSP", "Effects", "LV2Kit", "Views"],
      path: "Sources/Effects/EffectViews"),
    .target(name: "X11Window", dependencies: ["CDrawing", "CLV2", "LV2Kit", "Views"], path: "Sources/Kit/X11Window"),
    .target(name: "MartletUI", dependencies: ["EffectViews", "X11Window"], path: "Sources/Effects/MartletUI"),
    .executableTarget(
      name: "pictures", dependencies: ["CDrawing", "EffectViews", "Effects", "Views"], path: "Sources/Effects/pictures"),
    .executableTarget(name: "lv2ttl", dependencies: ["LV2Kit", "CLV2", "Support"], path: "Sources/Kit/lv2ttl"),
    .plugin(
      name: "lv2-bundle",
      capability: .command(
        intent: .custom(verb: "lv2-bundle", description: "Build the LV2 bundles of the package."),
        permissions: [.writeToPackageDirectory(reason: "It writes the bundles.")]),
      dependencies: ["lv2ttl"]),
    .plugin(
      name: "lv2-new",
      capability: .command(
        intent: .custom(verb: "lv2-new", description: "Create a package with an LV2 plug-in."))),

    .target(name: "CLV2Log", path: "Sources/Shared/C/CLV2Log"),
    .target(
      name: "LV2Host", dependencies: ["CLilv", "CLV2", "CLV2Log", "CProbe", "Support"], path: "Sources/Shared/LV2Host",
      swiftSettings: optimized),
    .target(name: "Hosts", dependencies: ["LV2Host"], path: "Sources/Shared/Hosts"),
    .target(name: "CSandbox", path: "Sources/Shared/C/CSandbox"),
    .target(name: "Sandbox", dependencies: ["CSandbox", "Support"], path: "Sources/Validator/Sandbox"),
    .target(name: "Model", dependencies: ["Support"], path: "Sources/Validator/Model"),
    .target(
      name: "TestHost", dependencies: ["Model", "LV2Host", "CProbe", "CLV2", "CSerd", "Support"],
      path: "Sources/Validator/TestHost",
      swiftSettings: optimized),
    .target(
      name: "Scenarios", dependencies: ["Model", "TestHost", "LV2Host", "Support"], path: "Sources/Validator/Scenarios",
      swiftSettings: optimized),
    .target(
      name: "Judges", dependencies: ["Scenarios", "LV2Host", "CFourier"], path: "Sources/Validator/Judges",
      swiftSettings: optimized),
    .target(
      name: "CDisplay", path: "Sources/Shared/C/CDisplay", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "InterfaceHost", dependencies: ["Model", "TestHost", "LV2Host", "CDisplay", "CLV2", "Support"],
      path: "Sources/Validator/InterfaceHost",
      swiftSettings: optimized),
    .target(
      name: "Checks",
      dependencies: [
        "Model", "TestHost", "InterfaceHost", "Scenarios", "Judges", "Hosts", "LV2Host", "CLV2", "Support",
      ],
      path: "Sources/Validator/Checks"),
    .target(
      name: "Ends", dependencies: ["Model", "TestHost", "InterfaceHost", "Checks", "LV2Host", "Sandbox", "Support"],
      path: "Sources/Validator/Ends"),
    .target(name: "CCairo", path: "Sources/Shared/C/CCairo", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "Plotting", dependencies: ["CCairo"], path: "Sources/Shared/Plotting"),
    .target(name: "CFourier", path: "Sources/Shared/C/CFourier", linkerSettings: [.linkedLibrary("stdc++")]),
    .target(
      name: "Measuring", dependencies: ["Model", "TestHost", "LV2Host", "CFourier"],
      path: "Sources/Validator/Measuring",
      swiftSettings: optimized),
    .target(
      name: "Coverage", dependencies: ["Model", "TestHost", "Support"], path: "Sources/Validator/Coverage",
      swiftSettings: optimized),
    .target(
      name: "Engine",
      dependencies: [
        "Model", "TestHost", "InterfaceHost", "Checks", "Coverage", "Ends", "Measuring", "LV2Host", "Sandbox",
        "Support",
      ],
      path: "Sources/Validator/Engine"),
    .target(name: "Reporting", dependencies: ["Model", "Plotting", "Support"], path: "Sources/Validator/Reporting"),
    .executableTarget(
      name: "lv2val",
      dependencies: [
        "CommandLine", "Model", "Checks", "Ends", "Engine", "Hosts", "Plotting", "Reporting", "Support",
      ], path: "Sources/Validator/lv2val"),
    .target(
      name: "Comparing", dependencies: ["CFourier", "Support"], path: "Sources/Renderer/Comparing",
      swiftSettings: optimized),
    .target(name: "Performing", dependencies: ["LV2Host"], path: "Sources/Renderer/Performing"),
    .target(
      name: "Rendering",
      dependencies: [
        "Comparing", "LV2Host", "Performing", "Support", "CSupport", "CProcess", "CExpat", "CSndfile", "CSoxr",
      ],
      path: "Sources/Renderer/Rendering"),
    .executableTarget(
      name: "lv2render", dependencies: ["CommandLine", "Importing", "Rendering", "Support"],
      path: "Sources/Renderer/lv2render"),
    .target(
      name: "Importing", dependencies: ["Support"], path: "Sources/Renderer/Importing", swiftSettings: optimized),

    .testTarget(name: "StructureTests"),
    .testTarget(name: "SupportTests", dependencies: ["Support"]),
    .testTarget(name: "LV2MathTests", dependencies: ["LV2Math"]),
    .testTarget(name: "LV2DSPTests", dependencies: ["LV2DSP"]),
    .testTarget(name: "DSPTests", dependencies: ["DSP", "Support"]),
    .testTarget(name: "LV2KitTests", dependencies: ["CLV2", "LV2Kit", "LV2KitTesting", "Support", "TestHost"]),
    .testTarget(
      name: "ViewsTests", dependencies: ["CDrawing", "Effects", "EffectViews", "LV2Kit", "LV2KitTesting", "Views"]),
    .testTarget(name: "EffectsTests", dependencies: ["Effects", "DSP"]),
    .target(name: "RecordingLog", path: "Tests/RecordingLog"),
    .testTarget(
      name: "MartletTests",
      dependencies: ["Martlet", "DSP", "LV2Kit", "CLV2", "RecordingLog", "Support", "TestSupport"],
      swiftSettings: optimized),
    .executableTarget(name: "probe-child", dependencies: ["CProbe"], path: "Tests/ProbeChild"),
    .testTarget(name: "CProbeTests", dependencies: ["CProbe", "probe-child"], exclude: ["Fixtures"]),
    .testTarget(name: "LV2HostTests", dependencies: ["LV2Host", "CLV2"], exclude: ["Fixtures"]),
    .testTarget(
      name: "RenderingTests",
      dependencies: ["Comparing", "Importing", "Performing", "Rendering", "LV2Host", "lv2render"],
      exclude: ["Fixtures"]),
    .executableTarget(name: "sandbox-child", dependencies: ["Sandbox", "Support"], path: "Tests/SandboxChild"),
    .testTarget(name: "SandboxTests", dependencies: ["CSandbox", "Sandbox", "Support", "sandbox-child"]),
    .target(
      name: "TestSupport", dependencies: ["lv2val", "Checks", "Model"], path: "Tests/TestSupport",
      exclude: ["terminal"]),
    .testTarget(name: "TestHostTests", dependencies: ["TestHost", "LV2Host", "Support", "TestSupport"]),
    .testTarget(
      name: "ChecksTests",
      dependencies: ["Checks", "Scenarios", "Model", "TestHost", "LV2Host", "Reporting", "Support", "TestSupport"]),
    .testTarget(
      name: "EngineTests",
      dependencies: ["Engine", "Coverage", "Model", "Checks", "Reporting", "Support", "TestSupport"]),
    .executableTarget(
      name: "detector-bench", dependencies: ["CProbe", "TestHost", "LV2Host"], path: "Benchmarks/detectors"),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring", "Model", "Support", "Views"]),
    .testTarget(name: "PlottingTests", dependencies: ["Plotting"]),
    .testTarget(
      name: "ReportingTests", dependencies: ["Reporting", "Model", "Checks", "Support"], exclude: ["Fixtures"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CommandLine", "Support", "Reporting", "Model", "Checks", "Measuring", "TestSupport", "lv2render",
      ],
      exclude: ["Shells"]),
  ]
)
