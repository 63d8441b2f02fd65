// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who depends on Herald builds the measurements.
let package = Package(
    name: "herald-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "herald", path: "..")],
    targets: [
        .executableTarget(
            name: "HeraldBenchmarks",
            dependencies: [
                .product(name: "HeraldKeys", package: "herald"),
                .product(name: "HeraldJSON", package: "herald"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
