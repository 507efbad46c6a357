// swift-tools-version: 6.2
import PackageDescription

/// One list for all targets: warnings are errors, imports are internal unless said otherwise.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// For tests, and for targets that compute little: without optimization they compile in a fraction of the time, and
/// in one pass, because few wait for their modules.
let quickToCompile =
  strict + [SwiftSetting.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// For study files, which are read once: a fifth less to compile; large ones take up to a tenth longer to read.
let small = strict + [SwiftSetting.unsafeFlags(["-Osize"])]

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let web: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]
/// The commit as a C string, for the manifest of results.
let commit = Context.gitInformation.map { "\"\($0.currentCommit)\"" }

/// Swift's runtime and Foundation stand in the program, which starts in half the time so, and needs
/// no Swift where it runs. .ci/make-dist puts everything in, and names an object for it which is to
/// be linked before any library.
let howToLink =
  Context.environment["SPREADLAB_OBJECT"].map { [$0] } ?? [
    "-static-stdlib", "-use-ld=lld", "-Xlinker", "--as-needed",
    // What Foundation needs of itself; code compiled for the shared Foundation does not name it.
    "-lCoreFoundation", "-l_CFURLSessionInterface", "-l_FoundationCShims",
    "-l_FoundationCollections", "-l_FoundationICU",
  ]

/// Targets stand in rows; each row imports only rows below it (docs/design.md).
let package = Package(
  name: "spreadlab",
  // `Synchronization` on macOS; on Linux it says nothing.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "spreadlab", targets: ["SpreadlabProgram"]),
    .library(name: "Spreadlab", targets: ["Spreadlab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // Row 0: the ground: the doors to GSL, glibc's allocator, Nettle, qrcodegen, SQLite and zlib, random words, digests,
    // CSV, JSON and numbers as text, durable files.
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(
      name: "CQRCodegen", pkgConfig: "qrcodegen", providers: [.apt(["libqrcodegen-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "BuildInfo", cSettings: commit.map { [.define("SPREADLAB_COMMIT", to: $0)] } ?? []),
    .target(name: "NoCurl"),
    // The files of the live page as bytes of the program.
    .target(name: "PageFiles", exclude: ["Web"]),
    .target(name: "KeyedRandom", swiftSettings: strict),
    .target(name: "CSpreadSIMD"),
    .target(name: "PlainText", swiftSettings: strict),
    .target(name: "Checksums", dependencies: ["CNettle"], swiftSettings: strict),
    .target(
      name: "DurableFiles", dependencies: ["PlainText", "Checksums", "CZlib"], swiftSettings: strict
    ),
    // Row 1: the model, the pool, statistics of plain numbers, tables of any rows.
    .target(name: "Tables", dependencies: ["PlainText", "DurableFiles"], swiftSettings: strict),
    .target(
      name: "SpreadModel", dependencies: ["CSpreadSIMD", "KeyedRandom"], swiftSettings: strict),
    .target(
      name: "SpreadEngine", dependencies: ["SpreadModel", "KeyedRandom", "CSpreadSIMD"],
      swiftSettings: strict),
    .target(name: "WorkStealing", swiftSettings: strict),
    .target(name: "Statistics", dependencies: ["CGSL", "KeyedRandom"], swiftSettings: strict),
    // Row 2: study files, the store of runs.
    .target(
      name: "StudyFiles",
      dependencies: [
        "PlainText", "SpreadModel", "Statistics", "KeyedRandom", "Checksums", "DurableFiles",
      ],
      swiftSettings: small),
    .target(
      name: "RunStore", dependencies: ["PlainText", "SpreadModel", "DurableFiles", "CSQLite"],
      swiftSettings: strict),
    // Row 3: running a study, its tables, the live page.
    .target(
      name: "ResultTables",
      dependencies: [
        "PlainText", "SpreadModel", "SpreadEngine", "RunStore", "StudyFiles", "Statistics",
        "Tables", "Checksums", "DurableFiles", "WorkStealing",
      ],
      swiftSettings: strict),
    .target(
      name: "StudyRuns",
      dependencies: [
        "PlainText", "SpreadModel", "SpreadEngine", "WorkStealing", "StudyFiles", "RunStore",
        "Statistics", "DurableFiles",
      ],
      swiftSettings: strict),
    .target(name: "Cluster", dependencies: ["PlainText"], swiftSettings: quickToCompile),
    .target(
      name: "Report",
      dependencies: [
        "PlainText", "SpreadModel", "Statistics", "Tables", "DurableFiles", "Checksums",
      ], swiftSettings: quickToCompile),
    .target(
      name: "LivePage",
      dependencies: [
        "PlainText", "Checksums", "DurableFiles", "SpreadModel", "SpreadEngine", "Statistics",
        "StudyFiles", "KeyedRandom", "PageFiles", "CMalloc",
      ] + web,
      swiftSettings: strict),
    // Row 4: all that is done to a study's folder.
    .target(
      name: "StudyFolders",
      dependencies: [
        "PlainText", "SpreadModel", "SpreadEngine", "WorkStealing", "Statistics", "StudyFiles",
        "RunStore", "Tables", "ResultTables", "StudyRuns", "Report", "Cluster", "Checksums",
        "DurableFiles", "KeyedRandom", "BuildInfo",
      ], swiftSettings: strict),
    // Row 5: the runs of a folder on the page; the simulator against published and exact results.
    .target(
      name: "WatchedStudies",
      dependencies: [
        "PlainText", "DurableFiles", "SpreadModel", "SpreadEngine", "StudyFiles", "ResultTables",
        "StudyRuns", "StudyFolders", "LivePage",
      ], swiftSettings: strict),
    .target(
      name: "Truths",
      dependencies: [
        "PlainText", "SpreadModel", "SpreadEngine", "WorkStealing", "Statistics", "StudyFiles",
        "Tables", "ResultTables", "DurableFiles",
      ], swiftSettings: strict),
    // Row 6: the command.
    .target(
      name: "SpreadlabCommands",
      dependencies: [
        "PlainText", "SpreadModel", "SpreadEngine", "WorkStealing", "Statistics", "StudyFiles",
        "RunStore", "Tables", "ResultTables", "StudyRuns", "StudyFolders", "LivePage",
        "WatchedStudies", "Report", "Cluster", "DurableFiles", "Truths", "CQRCodegen", arguments,
      ], swiftSettings: quickToCompile),
    // Row 7: the library for programs of others, and the first of these programs.
    .executableTarget(
      name: "SpreadlabProgram", dependencies: ["Spreadlab", "NoCurl"], swiftSettings: strict,
      linkerSettings: [.unsafeFlags(howToLink)]),
    .target(
      name: "Spreadlab",
      dependencies: [
        "KeyedRandom", "PlainText", "SpreadModel", "SpreadEngine", "StudyFiles", "StudyRuns",
        "StudyFolders", "RunStore", "Tables", "DurableFiles", "WorkStealing", "Report",
        "SpreadlabCommands",
      ], swiftSettings: strict),

    .executableTarget(
      name: "spreadlab-bench", dependencies: ["SpreadModel", "SpreadEngine"],
      path: "Benchmarks/SpreadlabBench",
      swiftSettings: strict),

    // Programs that tests run, such as StudyJudge, are built with a test target that depends on them.
    //
    // What tests share: how much they do; a slow simulator with the exact distributions; studies of all keys.
    .target(name: "TestSupport", path: "Tests/swift/TestSupport", swiftSettings: quickToCompile),
    .target(
      name: "SlowReference", dependencies: ["SpreadModel", "KeyedRandom", "TestSupport"],
      path: "Tests/swift/SlowReference", swiftSettings: strict),
    .target(
      name: "StudySupport", dependencies: ["TestSupport"], path: "Tests/swift/StudySupport",
      swiftSettings: quickToCompile),
    .testTarget(
      name: "KeyedRandomTests", dependencies: ["KeyedRandom"],
      swiftSettings: quickToCompile),
    .testTarget(name: "ChecksumsTests", dependencies: ["Checksums"], swiftSettings: quickToCompile),
    .testTarget(
      name: "DurableFilesTests",
      dependencies: ["DurableFiles", "Checksums", "PlainText", "TestSupport"],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "TablesTests", dependencies: ["Tables", "DurableFiles", "PlainText"],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "StatisticsTests", dependencies: ["Statistics", "KeyedRandom", "TestSupport"],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "SpreadEngineTests",
      dependencies: [
        "SpreadEngine", "SpreadModel", "CSpreadSIMD", "KeyedRandom", "TestSupport", "SlowReference",
      ],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "WorkStealingTests", dependencies: ["WorkStealing", "TestSupport"],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "StudyFilesTests",
      dependencies: [
        "StudyFiles", "PlainText", "SpreadModel", "Statistics", "KeyedRandom", "TestSupport",
        "SlowReference", "StudySupport", "StudyJudge",
      ],
      swiftSettings: quickToCompile),
    .executableTarget(
      name: "StudyJudge", dependencies: ["StudyFiles", "PlainText"], path: "Tests/swift/StudyJudge",
      swiftSettings: strict),
    .executableTarget(
      name: "StoreWriter", dependencies: ["RunStore", "SpreadModel", "SpreadEngine"],
      path: "Tests/swift/StoreWriter",
      swiftSettings: strict),
    .testTarget(
      name: "RunStoreTests",
      dependencies: [
        "RunStore", "PlainText", "SpreadModel", "DurableFiles", "StoreWriter", "TestSupport",
      ],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "ResultTablesTests",
      dependencies: [
        "ResultTables", "Tables", "PlainText", "SpreadModel", "DurableFiles", "Statistics",
        "StudyFiles", "KeyedRandom", "TestSupport",
      ],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "StudyRunsTests",
      dependencies: [
        "StudyRuns", "PlainText", "StudyFiles", "RunStore", "SpreadModel", "SpreadEngine",
        "DurableFiles", "WorkStealing", "Statistics", "KeyedRandom", "TestSupport", "StudySupport",
      ],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "StudyFoldersTests",
      dependencies: [
        "StudyFolders", "StudyRuns", "StudyFiles", "RunStore", "Tables", "ResultTables", "Report",
        "PlainText", "Statistics", "SpreadModel", "WorkStealing", "DurableFiles", "KeyedRandom",
        "TestSupport",
        "SlowReference",
      ], swiftSettings: quickToCompile),
    .testTarget(
      name: "LivePageTests",
      dependencies: [
        "LivePage", "WatchedStudies", "PlainText", "SpreadModel", "SpreadEngine", "RunStore",
        "StudyFiles", "StudyRuns", "StudyFolders", "WorkStealing", "SlowReference", "TestSupport",
      ],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "ClusterTests", dependencies: ["Cluster", "PlainText"], swiftSettings: quickToCompile),
    .testTarget(
      name: "ReportTests",
      dependencies: ["Report", "Tables", "DurableFiles", "PlainText", "TestSupport"],
      swiftSettings: quickToCompile),
    .executableTarget(
      name: "word-stream", dependencies: ["KeyedRandom", "SpreadModel"],
      path: "Tests/swift/WordStream", swiftSettings: strict),
    .testTarget(
      name: "TruthsTests",
      dependencies: [
        "Truths", "Tables", "PlainText", "SpreadModel", "StudyFiles", "WorkStealing", "KeyedRandom",
        "DurableFiles", "TestSupport", "SlowReference",
      ], swiftSettings: quickToCompile),
    .executableTarget(
      name: "throwing-rule", dependencies: ["Spreadlab"], path: "Tests/swift/ThrowingRule",
      swiftSettings: strict),
    .testTarget(
      name: "SpreadlabTests", dependencies: ["Spreadlab", "SpreadModel", "throwing-rule"],
      swiftSettings: quickToCompile),
    .testTarget(
      name: "CommandTests",
      dependencies: ["TestSupport"], swiftSettings: quickToCompile),
  ],
  swiftLanguageModes: [.v6]
)

// `Tests/swift` holds the Swift targets, `Tests/system` what starts the program, `Tests/data` what both read.
for target in package.targets where target.type == .test {
  target.path = "Tests/swift/\(target.name)"
}

// SPREADLAB_TESTS="StatisticsTests ClusterTests" swift build --build-tests: builds only these targets
// and what they need (make quick, the sanitizers). Of the programs that nobody needs beside the
// tests, each is built where it is named so. Not by `--sanitize`: Swift 6.3.1 cannot compile the
// model for ThreadSanitizer.
if let tests = Context.environment["SPREADLAB_TESTS"] {
  var wanted = tests.split(separator: " ").map(String.init)
  var next = 0
  while next < wanted.count {
    for target in package.targets where target.name == wanted[next] {
      for case .byNameItem(let name, _) in target.dependencies where !wanted.contains(name) {
        wanted.append(name)
      }
    }
    next += 1
  }
  package.products = []
  package.targets.removeAll { !wanted.contains($0.name) }
  if let sanitizer = Context.environment["SPREADLAB_SANITIZER"] {
    for target in package.targets where target.type != .system {
      target.linkerSettings = [.unsafeFlags(["-sanitize=\(sanitizer)"])]
      guard sanitizer != "thread" || target.name != "SpreadEngine" else { continue }
      target.swiftSettings?.append(.unsafeFlags(["-sanitize=\(sanitizer)"]))
    }
  }
} else {
  package.targets.removeAll { ["spreadlab-bench", "word-stream"].contains($0.name) }
}
