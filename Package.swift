// swift-tools-version: 6.1
import PackageDescription

// Every target of ours is built in Swift 6 mode with the upcoming features that keep imports honest.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// `make` optimizes the five modules at the bottom in debug builds too, because unoptimized parsing and curve arithmetic slow the tests down.
// The environment asks for it: SwiftPM refuses such flags to packages that depend on Herald.
let quick: [SwiftSetting] =
    Context.environment["HERALD_QUICK"] != nil
    ? settings + [.unsafeFlags(["-O"], .when(configuration: .debug))] : settings

// The failures of tests name their lines without debug information: a tenth less to compile, measured on SDNNodeTests. It goes past the
// driver, because SwiftPM's own `-g` comes later and would win.
let tests: [SwiftSetting] =
    Context.environment["HERALD_QUICK"] != nil
    ? settings + [
        .unsafeFlags(["-Xfrontend", "-gnone", "-Xfrontend", "-disable-llvm-verify"], .when(configuration: .debug))
    ] : settings

// Apple's systems have no libsecp256k1. A Mac therefore builds it from a package, for itself and for iPhones. On Linux the package is neither
// declared nor fetched, unless the environment asks for it (CONTRIBUTING, "The package for iPhones").
#if os(macOS)
let takesCurvePackage = true
#else
let takesCurvePackage = Context.environment["HERALD_SECP256K1"] == "package"
#endif

// The clients need iOS 16 and macOS 13. SwiftPM has one minimum for all targets of a package, and the servers need the task executors of macOS 15.
// An app that has only clients may ask for their minimum.
let isForClients = Context.environment["HERALD_CLIENTS"] != nil

let package = Package(
    name: "herald",
    platforms: [.macOS(isForClients ? .v13 : .v15), .iOS(.v16)],
    products: [
        .library(name: "HeraldKeys", targets: ["HeraldKeys"]),
        .library(name: "HeraldJSON", targets: ["HeraldJSON"]),
        .library(name: "HeraldP256", targets: ["HeraldP256"]),
        .library(name: "OpenDIDModel", targets: ["OpenDIDModel"]),
        .library(name: "OpenDID_DataModel", targets: ["OpenDID_DataModel"]),
        .library(name: "OpenDIDWallet", targets: ["OpenDIDWallet"]),
        .library(name: "OpenDIDServices", targets: ["OpenDIDServices"]),
        .library(name: "OpenDIDPostgres", targets: ["OpenDIDPostgres"]),
        .library(name: "MYKEYWire", targets: ["MYKEYWire"]),
        .library(name: "MYKEYWalletLib", targets: ["MYKEYWalletLib"]),
        .library(name: "MYKEYServices", targets: ["MYKEYServices"]),
        .library(name: "MYKEYHummingbird", targets: ["MYKEYHummingbird"]),
        .library(name: "SDNWire", targets: ["SDNWire"]),
        .library(name: "SDNSDK", targets: ["SDNSDK"]),
        .library(name: "SDNObservation", targets: ["SDNObservation"]),
        .library(name: "SDNStoreEncryption", targets: ["SDNStoreEncryption"]),
        .library(name: "SDNNode", targets: ["SDNNode"]),
        .executable(name: "herald", targets: ["herald"]),
    ],
    dependencies: [
        // What each one is for, why this one and what it costs: docs/dependencies.md
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Hummingbird brings these five. The channel handlers and queues of HeraldPeer and HeraldProxy name them, and the servers the types of HTTP.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        // Base
        .target(name: "HeraldKeys", dependencies: ["CSecp256k1"], swiftSettings: quick),
        .target(name: "HeraldJSON", swiftSettings: quick),
        .target(name: "HeraldLocks", swiftSettings: settings),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "HeraldHTTP",
            dependencies: ["HeraldLocks", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
            swiftSettings: settings),
        .target(
            name: "HeraldP256",
            dependencies: ["HeraldKeys", "HeraldLocks", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: quick),
        // Wire
        .target(name: "OpenDIDModel", dependencies: ["HeraldKeys", "HeraldJSON"], swiftSettings: settings),
        // Re-exports OpenDIDModel.
        .target(
            name: "OpenDID_DataModel",
            dependencies: [
                "OpenDIDModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldLocks",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(name: "MYKEYWire", dependencies: ["HeraldKeys", "HeraldJSON"], swiftSettings: quick),
        .target(name: "SDNWire", dependencies: ["HeraldKeys", "HeraldJSON", "HeraldLocks"], swiftSettings: quick),
        // Client
        .target(
            name: "SDNValues", dependencies: ["SDNWire", "HeraldKeys", "HeraldJSON", "HeraldLocks"],
            swiftSettings: settings),
        .target(
            name: "SDNStore",
            dependencies: [
                "SDNValues", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldLocks",
                .product(name: "GRDB", package: "GRDB.swift"),
                // SQLite itself, for the statements of a sync.
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "SDNClient",
            dependencies: ["SDNValues", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
            swiftSettings: settings),
        .target(name: "SDNFolds", dependencies: ["SDNValues", "SDNWire", "HeraldJSON"], swiftSettings: settings),
        .target(
            name: "SDNSession",
            dependencies: ["SDNValues", "SDNStore", "SDNClient", "SDNFolds", "SDNWire", "HeraldJSON", "HeraldLocks"],
            swiftSettings: settings),
        // Re-exports the five modules above, and the types of SDNWire that an app's endpoint needs.
        .target(
            name: "SDNSDK",
            dependencies: [
                "SDNValues", "SDNStore", "SDNClient", "SDNFolds", "SDNSession", "SDNWire", "HeraldJSON",
            ],
            swiftSettings: settings),
        // Models for SwiftUI. Apart from SDNSDK, because Observation needs iOS 17 and macOS 14.
        .target(
            name: "SDNObservation", dependencies: ["SDNSession", "SDNFolds", "SDNClient", "SDNValues"],
            swiftSettings: settings),
        // Apart from SDNSDK, so that only those who want it build swift-crypto.
        .target(
            name: "SDNStoreEncryption",
            dependencies: ["SDNStore", "SDNValues", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: settings),
        .target(
            name: "OpenDIDWallet",
            dependencies: [
                "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "MYKEYWalletLib",
            dependencies: ["MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
            swiftSettings: settings),
        // Peer
        .target(
            name: "MYKEYServices",
            dependencies: [
                "MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "MYKEYHummingbird",
            dependencies: [
                "MYKEYServices", "MYKEYWire", "HeraldJSON", "HeraldPeer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "HeraldPeer",
            dependencies: [
                "HeraldHTTP", "HeraldLocks",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // The streaming reverse proxy in front of a homeserver.
        .target(
            name: "HeraldProxy",
            dependencies: [
                "HeraldPeer",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "OpenDIDServices",
            dependencies: [
                "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks",
                "HeraldPeer",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "HeraldPostgres", dependencies: ["CPostgres", "HeraldLocks"], swiftSettings: settings),
        .target(
            name: "OpenDIDPostgres",
            dependencies: [
                "OpenDIDServices", "OpenDID_DataModel", "HeraldPostgres", "HeraldPeer",
            ],
            swiftSettings: settings),
        // DIDs and the login with them, for every server that has them. No database and no server framework.
        .target(
            name: "SDNIdentity",
            dependencies: [
                "SDNWire", "HeraldKeys", "HeraldJSON", .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "SDNNode",
            dependencies: [
                "SDNIdentity", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // A gateway for DIDs in front of a Matrix homeserver. No library contains it; `herald gateway` runs it.
        .target(
            name: "SDNGateway",
            dependencies: [
                "SDNIdentity", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
                "HeraldProxy", "HeraldPostgres",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // Test vectors
        .target(
            name: "HeraldVectors",
            dependencies: [
                "OpenDID_DataModel", "MYKEYServices", "MYKEYWire", "HeraldKeys", "HeraldP256", "HeraldJSON",
            ], swiftSettings: settings),
        // Servers on this machine for `herald`, the stub of a chain and the tests. No library contains them.
        .target(
            name: "MYKEYLocalServers",
            dependencies: [
                "MYKEYHummingbird", "MYKEYServices", "MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP",
                "HeraldPeer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            swiftSettings: settings),
        // Answers in place of a chain, for the demonstration and the tests. No library contains it.
        .target(
            name: "MYKEYStubChain",
            dependencies: [
                "MYKEYLocalServers", "MYKEYServices", "HeraldKeys", "HeraldJSON", "HeraldPeer",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: settings),
        // The command line
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .executableTarget(
            name: "herald",
            dependencies: [
                "CQREncode",
                "SDNNode", "SDNGateway", "SDNSDK", "OpenDIDWallet", "OpenDIDServices", "OpenDIDPostgres",
                "OpenDID_DataModel",
                "MYKEYWalletLib", "MYKEYServices", "MYKEYLocalServers", "MYKEYStubChain", "MYKEYWire", "HeraldVectors",
                "HeraldKeys",
                "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        // The sample client of the documentation. The declared products leave it out, as they do HeraldInterop.
        .executableTarget(
            name: "ChatClient", dependencies: ["SDNSDK", "HeraldKeys", "HeraldJSON"], path: "Examples/ChatClient",
            swiftSettings: settings),
        // What `make interop` drives. The declared products leave it out, so that users of Herald get none of it.
        .executableTarget(
            name: "HeraldInterop",
            dependencies: [
                "SDNNode", "SDNSDK", "SDNWire", "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Interop/Sources/HeraldInterop", swiftSettings: settings),
        // Tests
        // Helpers of several test targets. It depends on HeraldJSON alone of our modules, and no product contains it.
        .target(
            name: "TestSupport", dependencies: ["HeraldJSON"], path: "Tests/TestSupport", swiftSettings: tests),
        .testTarget(
            name: "HeraldKeysTests",
            dependencies: [
                "TestSupport",
                "HeraldKeys", "HeraldJSON", "HeraldVectors", .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: tests),
        .testTarget(name: "HeraldHTTPTests", dependencies: ["TestSupport", "HeraldHTTP"], swiftSettings: tests),
        .testTarget(name: "HeraldLocksTests", dependencies: ["TestSupport", "HeraldLocks"], swiftSettings: tests),
        .testTarget(
            name: "HeraldPeerTests",
            dependencies: [
                "TestSupport",
                "HeraldHTTP", "HeraldPeer", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "HeraldProxyTests",
            dependencies: [
                "TestSupport", "HeraldProxy", "HeraldPeer",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(name: "HeraldJSONTests", dependencies: ["TestSupport", "HeraldJSON"], swiftSettings: tests),
        .testTarget(
            name: "HeraldP256Tests",
            dependencies: [
                "TestSupport", "HeraldP256", "HeraldKeys", .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: tests),
        .testTarget(
            name: "OpenDIDDataModelTests",
            dependencies: [
                "TestSupport", "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "OpenDIDWalletTests",
            dependencies: [
                "TestSupport",
                "OpenDIDWallet", "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "HeraldPostgresTests", dependencies: ["TestSupport", "HeraldPostgres", "HeraldLocks"],
            swiftSettings: tests),
        .testTarget(
            name: "OpenDIDPostgresTests",
            dependencies: [
                "TestSupport", "OpenDIDPostgres", "OpenDIDServices", "OpenDID_DataModel", "HeraldPostgres",
                "HeraldPeer", "HeraldJSON", "HeraldLocks",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "OpenDIDServicesTests",
            dependencies: [
                "TestSupport",
                "OpenDIDServices", "HeraldPeer", "HeraldHTTP", "OpenDID_DataModel", "HeraldKeys", "HeraldP256",
                "HeraldJSON", "HeraldLocks",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "OpenDIDFlowTests",
            dependencies: [
                "TestSupport",
                // The program, for tests that kill it.
                "herald", "OpenDIDWallet", "OpenDIDServices", "OpenDID_DataModel", "HeraldKeys", "HeraldP256",
                "HeraldJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "MYKEYWireTests", dependencies: ["TestSupport", "MYKEYWire", "HeraldKeys", "HeraldJSON"],
            swiftSettings: tests),
        .testTarget(
            name: "MYKEYWalletLibTests",
            dependencies: ["TestSupport", "MYKEYWalletLib", "MYKEYWire", "HeraldKeys", "HeraldJSON"],
            swiftSettings: tests),
        .testTarget(
            name: "MYKEYServicesTests",
            dependencies: [
                "TestSupport",
                "MYKEYServices", "MYKEYHummingbird", "MYKEYLocalServers", "MYKEYStubChain", "MYKEYWire", "HeraldKeys",
                "HeraldJSON",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "MYKEYFlowTests",
            dependencies: [
                "TestSupport",
                "MYKEYWalletLib", "MYKEYServices", "MYKEYLocalServers", "MYKEYStubChain", "MYKEYWire", "HeraldKeys",
                "HeraldJSON",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "SDNWireTests", dependencies: ["TestSupport", "SDNWire", "HeraldKeys", "HeraldJSON"],
            swiftSettings: tests),
        .testTarget(
            name: "SDNIdentityTests",
            dependencies: [
                "TestSupport", "SDNIdentity", "SDNWire", "HeraldKeys", "HeraldJSON",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "SDNNodeTests",
            dependencies: [
                "TestSupport", "SDNNode", "SDNIdentity", "HeraldHTTP", "HeraldPeer", "SDNWire", "HeraldKeys",
                "HeraldJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "SDNGatewayTests",
            dependencies: [
                "TestSupport", "SDNGateway", "SDNIdentity", "SDNWire", "HeraldHTTP", "HeraldPeer", "HeraldPostgres",
                "HeraldKeys", "HeraldJSON",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        // A process of its own that opens a store which a test has open too.
        .executableTarget(
            name: "StorePeer", dependencies: ["SDNSDK", "HeraldJSON"], path: "Tests/StorePeer", swiftSettings: settings),
        // Every store passes one suite; the encrypted one brings a dependency that SDNSDKTests does without.
        .testTarget(
            name: "SDNStoreTests",
            dependencies: [
                "TestSupport",
                "SDNSDK", "SDNStore", "SDNStoreEncryption", "StorePeer", "HeraldJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: tests),
        // A process with a session, for tests to kill.
        .executableTarget(
            name: "SessionPeer", dependencies: ["SDNSDK", "SDNStoreEncryption", "HeraldJSON"],
            path: "Tests/SessionPeer",
            swiftSettings: settings),
        .testTarget(
            name: "SDNSDKTests",
            dependencies: [
                "TestSupport",
                "SessionPeer", "SDNSDK", "SDNObservation", "SDNSession", "SDNFolds", "SDNClient", "SDNStore",
                "SDNValues", "SDNNode",
                "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldLocks",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "SnippetTests",
            dependencies: [
                "TestSupport",
                // The program, which a test runs.
                "ChatClient", "SDNObservation",
                "SDNSDK", "SDNStoreEncryption", "SDNNode", "SDNGateway", "SDNWire", "OpenDIDWallet", "OpenDIDServices",
                "OpenDIDPostgres",
                "OpenDID_DataModel",
                "MYKEYWalletLib", "MYKEYServices", "MYKEYHummingbird", "MYKEYLocalServers", "MYKEYStubChain",
                "MYKEYWire",
                "HeraldKeys",
                "HeraldP256", "HeraldVectors",
                "HeraldPostgres", "HeraldProxy", "HeraldJSON", .product(name: "Hummingbird", package: "hummingbird"),
            ], exclude: ["Snippets"],
            swiftSettings: tests),
        .testTarget(
            name: "HeraldTests", dependencies: ["TestSupport", "herald", "HeraldKeys", "HeraldJSON"],
            swiftSettings: tests),
    ]
)

if takesCurvePackage {
    package.dependencies.append(
        .package(url: "https://github.com/21-DOT-DEV/swift-secp256k1", .upToNextMinor(from: "0.23.2")))
    // It has the name of the system's library, so that no other source file knows the difference.
    package.targets.append(
        .target(
            name: "CSecp256k1", dependencies: [.product(name: "libsecp256k1", package: "swift-secp256k1")],
            path: "Apple/CSecp256k1", swiftSettings: settings))
} else {
    package.targets.append(
        .systemLibrary(
            name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]))
}

// Reference documentation (`make docs`): in the graph only when asked for, so that nobody who depends on Herald pays for it.
if Context.environment["HERALD_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// CI runs the measurements at their smallest size on what `make test` built (`scripts/bench --debug`). For figures Benchmarks/ is a package of its own.
if Context.environment["HERALD_MEASURE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "HeraldBenchmarks",
            dependencies: [
                "CSecp256k1", "HeraldKeys", "HeraldJSON", "HeraldP256", "OpenDID_DataModel", "SDNSDK", "OpenDIDWallet",
                "OpenDIDServices", "OpenDIDPostgres", "MYKEYWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Benchmarks/Sources/HeraldBenchmarks",
            swiftSettings: settings))
}
