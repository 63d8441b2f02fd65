// swift-tools-version: 6.1
import PackageDescription

// A package of its own: only scripts/fuzz builds it, with the flags that instrument everything.
let package = Package(
    name: "herald-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "herald", path: "..")],
    targets: [
        .executableTarget(
            name: "OpenDIDFuzz",
            dependencies: [
                .product(name: "HeraldKeys", package: "herald"),
                .product(name: "HeraldJSON", package: "herald"),
                .product(name: "HeraldP256", package: "herald"),
                .product(name: "OpenDID_DataModel", package: "herald"),
            ],
            path: "OpenDID",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .executableTarget(
            name: "MYKEYFuzz",
            dependencies: [
                .product(name: "HeraldKeys", package: "herald"),
                .product(name: "MYKEYWire", package: "herald"),
            ],
            path: "MYKEY",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        .executableTarget(
            name: "SDNFuzz",
            dependencies: [.product(name: "SDNSDK", package: "herald")],
            path: "SDN",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ]
)
