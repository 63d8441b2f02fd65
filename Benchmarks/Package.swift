// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who depends on Herald builds the measurements.
let package = Package(
    name: "herald-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "herald", path: ".."),
        // The peer of the P-256 figures.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "HeraldBenchmarks",
            dependencies: [
                .product(name: "HeraldKeys", package: "herald"),
                .product(name: "HeraldJSON", package: "herald"),
                .product(name: "HeraldP256", package: "herald"),
                .product(name: "OpenDID_DataModel", package: "herald"),
                .product(name: "SDNSDK", package: "herald"),
                .product(name: "OpenDIDWallet", package: "herald"),
                .product(name: "OpenDIDServices", package: "herald"),
                .product(name: "OpenDIDPostgres", package: "herald"),
                .product(name: "MYKEYWire", package: "herald"),
                // The servers that the hostile load runs against are the program itself, with the limits that it has.
                .product(name: "herald", package: "herald"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
