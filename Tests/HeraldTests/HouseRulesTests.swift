import Foundation
import TestSupport
import Testing

/// The rules of docs/architecture.md that the manifest alone cannot hold.
@Suite("House rules")
struct HouseRulesTests {
    /// Which of our own modules a module may import.
    static let mayImport: [String: Set<String>] = [
        "HeraldKeys": ["CSecp256k1"],
        "HeraldJSON": [],
        "HeraldLocks": [],
        "HeraldHTTP": ["HeraldLocks", "CCurl"],
        "SDNWire": ["HeraldKeys", "HeraldJSON", "HeraldLocks"],
        "SDNValues": ["SDNWire", "HeraldKeys", "HeraldJSON", "HeraldLocks"],
        "SDNStore": ["SDNValues", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldLocks"],
        "SDNClient": ["SDNValues", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
        "SDNFolds": ["SDNValues", "SDNWire", "HeraldJSON"],
        "SDNSession": ["SDNValues", "SDNStore", "SDNClient", "SDNFolds", "SDNWire", "HeraldJSON", "HeraldLocks"],
        "SDNSDK": ["SDNValues", "SDNStore", "SDNClient", "SDNFolds", "SDNSession", "SDNWire", "HeraldJSON"],
        "SDNObservation": ["SDNValues", "SDNClient", "SDNFolds", "SDNSession"],
        "SDNStoreEncryption": ["SDNValues", "SDNStore"],
        "HeraldPeer": ["HeraldHTTP", "HeraldLocks"],
        "SDNIdentity": ["SDNWire", "HeraldKeys", "HeraldJSON"],
        "SDNNode": ["SDNIdentity", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer"],
        "HeraldProxy": ["HeraldPeer"],
        "SDNGateway": [
            "SDNIdentity", "SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
            "HeraldProxy", "HeraldPostgres",
        ],
        "HeraldP256": ["HeraldKeys", "HeraldLocks"],
        "OpenDIDModel": ["HeraldKeys", "HeraldJSON"],
        "OpenDID_DataModel": ["OpenDIDModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldLocks"],
        "OpenDIDWallet": ["OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
        "OpenDIDServices": [
            "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
        ],
        "HeraldPostgres": ["CPostgres", "HeraldLocks"],
        "OpenDIDPostgres": ["OpenDIDServices", "OpenDID_DataModel", "HeraldPostgres", "HeraldPeer"],
        "MYKEYWire": ["HeraldKeys", "HeraldJSON"],
        "MYKEYWalletLib": ["MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
        "MYKEYServices": ["MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
        "MYKEYHummingbird": ["MYKEYServices", "MYKEYWire", "HeraldJSON", "HeraldPeer"],
        "MYKEYLocalServers": [
            "MYKEYHummingbird", "MYKEYServices", "MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldPeer",
        ],
        "MYKEYStubChain": ["MYKEYLocalServers", "MYKEYServices", "HeraldKeys", "HeraldJSON", "HeraldPeer"],
        "HeraldVectors": ["OpenDID_DataModel", "MYKEYServices", "MYKEYWire", "HeraldKeys", "HeraldP256", "HeraldJSON"],
        "herald": [
            "CQREncode", "SDNNode", "SDNGateway", "SDNSDK", "OpenDIDWallet", "OpenDIDServices", "OpenDIDPostgres",
            "OpenDID_DataModel",
            "MYKEYWalletLib", "MYKEYServices", "MYKEYHummingbird", "MYKEYLocalServers", "MYKEYStubChain", "MYKEYWire",
            "HeraldVectors",
            "HeraldKeys",
            "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
        ],
    ]
    /// Every module of the package: the folders of `Sources`.
    static let ours = Set(FolderRulesTests.modules)
    static let serverFrameworks = ["Hummingbird", "NIO", "AsyncHTTPClient", "FlyingFox", "ServiceLifecycle"]

    @Test("the rules name every module, and only modules that exist")
    func everyModuleHasRules() throws {
        #expect(Self.ours.count > 20, "no modules read")
        let ruled = try Self.ours.filter { try !Self.sources(under: "Sources/\($0)").isEmpty }
        #expect(ruled.subtracting(Self.mayImport.keys) == [], "mayImport needs a line for each")
        #expect(Set(Self.mayImport.keys).union(Self.mayImport.values.joined()).subtracting(Self.ours) == [])
    }

    @Test("a module imports only modules below it", arguments: mayImport.keys.sorted())
    func arrows(module: String) throws {
        let imported = try Self.imports(of: module)
        #expect(!imported.isEmpty || module == "HeraldJSON", "no imports read: is the module there?")
        #expect(imported.intersection(Self.ours).subtracting(Self.mayImport[module] ?? []) == [])
    }

    @Test(
        "the manifest declares each module of ours that a module imports",
        arguments: mayImport.keys.sorted())
    func declaredDependencies(module: String) throws {
        // Each target of the manifest begins a line with eight spaces and a dot.
        let declarations = try PackageFiles.text("Package.swift").components(separatedBy: "\n        .")
        let target = try #require(declarations.first { Self.targetName(of: $0) == module })
        for name in try Self.imports(of: module).intersection(Self.ours) {
            let isDeclared = target.contains("\"\(name)\"")
            #expect(isDeclared, "\(name)")
        }
    }

    private static func targetName(of declaration: String) -> String? {
        declaration.prefixMatch(of: /(?:t|executableT)arget\(\s*name: "(\w+)"/).map { String($0.1) }
    }

    @Test(
        "client, wire and base modules import no server framework",
        arguments: [
            "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPostgres", "SDNWire",
            "SDNValues",
            "SDNStore", "SDNClient",
            "SDNFolds", "SDNSession", "SDNSDK", "SDNObservation", "SDNStoreEncryption",
            "OpenDIDModel", "OpenDID_DataModel",
            "OpenDIDWallet",
            "MYKEYWire", "MYKEYWalletLib", "MYKEYServices", "HeraldVectors",
        ])
    func noServerFramework(module: String) throws {
        try Self.requireNoServerFramework(in: module)
    }

    @Test(
        "servers use HeraldPeer's adapter and not the server framework under it",
        arguments: [
            "SDNNode", "SDNIdentity", "SDNGateway", "OpenDIDServices", "OpenDIDPostgres", "MYKEYStubChain",
        ])
    func noServerFrameworkInServers(module: String) throws {
        try Self.requireNoServerFramework(in: module)
    }

    @Test("the proxy has channel handlers of SwiftNIO, and knows no server framework above them")
    func noServerFrameworkInProxy() throws {
        let offending = try Self.imports(of: "HeraldProxy").filter { name in
            Self.serverFrameworks.contains { $0 != "NIO" && name.hasPrefix($0) }
        }
        #expect(offending == [])
    }

    private static func requireNoServerFramework(in module: String) throws {
        let offending = try imports(of: module).filter { name in
            serverFrameworks.contains { name.hasPrefix($0) }
        }
        #expect(offending == [])
    }

    @Test(
        "base and wire modules do no I/O: they import no Foundation",
        arguments: ["HeraldKeys", "HeraldJSON", "SDNWire", "MYKEYWire"])
    func noFoundation(module: String) throws {
        #expect(try !Self.imports(of: module).contains("Foundation"))
    }

    @Test(
        "the modules for PostgreSQL import no GRDB, which is SQLite's",
        arguments: ["HeraldPostgres", "OpenDIDPostgres"])
    func noGRDB(module: String) throws {
        #expect(try !Self.imports(of: module).contains("GRDB"))
    }

    @Test("no source file traps on purpose")
    func noTraps() throws {
        for file in try ["Sources", "Interop", "Examples"].flatMap(Self.sources) {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in [
                "try!", "as!", "fatalError(", "preconditionFailure(", "unowned(unsafe)", "nonisolated(unsafe)",
            ] {
                // The flag alone is expected: a failure names the file, and does not print the whole of it.
                let traps = text.contains(word)
                #expect(!traps, "\(file.lastPathComponent) contains \(word)")
            }
        }
    }

    @Test("few files extend the session, each for one subject")
    func sessionExtensions() throws {
        let extending = try ["SDNSession", "SDNSDK"].flatMap { try Self.sources(under: "Sources/\($0)") }.filter {
            try String(contentsOf: $0, encoding: .utf8).contains(/(?m)^(public |package )?extension MXSession\b/)
        }
        #expect((1...16).contains(extending.count), "\(extending.map(\.lastPathComponent))")
    }

    @Test("a file has at most 300 lines, so that it can be read in one sitting")
    func shortFiles() throws {
        for file in try ["Sources", "Interop", "Examples", "Tests", "Benchmarks/Sources"].flatMap(Self.sources) {
            let lines = try Data(contentsOf: file).count { $0 == UInt8(ascii: "\n") }
            #expect(lines <= 300, "\(file.lastPathComponent) has \(lines) lines")
        }
    }

    @Test("shared test code imports little, and only tests import it")
    func testSupport() throws {
        #expect(
            try Self.imports(of: "TestSupport", in: "Tests").isSubset(
                of: ["Foundation", "FoundationNetworking", "Synchronization", "Glibc", "Darwin", "HeraldJSON"]))
        for folder in ["Sources", "Interop/Sources"] {
            for module in try FileManager.default.contentsOfDirectory(atPath: PackageFiles.url(folder).path) {
                #expect(try !Self.imports(of: module, in: folder).contains("TestSupport"), "\(module)")
            }
        }
        let manifest = try PackageFiles.text("Package.swift")
        let products = try #require(manifest.firstMatch(of: /products: \[(.*?)\n    \]/.dotMatchesNewlines())?.1)
        #expect(products.contains("SDNSDK") && !products.contains("TestSupport"))
    }

    static func imports(of module: String, in folder: String = "Sources") throws -> Set<String> {
        var found: Set<String> = []
        for file in try sources(under: "\(folder)/\(module)") {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"),
                    words[..<index].allSatisfy({
                        $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
                    })
                else { continue }
                // `import struct Module.Name` names the module after the kind.
                let name = words[words.index(after: index)...].first {
                    !["struct", "class", "enum", "protocol", "func", "var", "typealias"].contains($0)
                }
                if let name = name?.split(separator: ".").first { found.insert(String(name)) }
            }
        }
        return found
    }

    static func sources(under folder: String) throws -> [URL] {
        let base = PackageFiles.url(folder)
        let enumerator = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
        return (enumerator?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.sorted {
            $0.path < $1.path
        }
    }
}
