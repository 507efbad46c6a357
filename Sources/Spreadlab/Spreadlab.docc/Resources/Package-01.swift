// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnRule",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "spreadlab", path: "../spreadlab")],
  targets: [
    .executableTarget(
      name: "OwnRule", dependencies: [.product(name: "Spreadlab", package: "spreadlab")])
  ]
)
