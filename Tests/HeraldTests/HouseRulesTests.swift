import Foundation
import Testing

/// The rules of docs/architecture.md that the manifest alone cannot hold.
@Suite("House rules")
struct HouseRulesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Which of our own modules a module may import.
    static let mayImport: [String: Set<String>] = [
        "HeraldKeys": ["CSecp256k1"],
        "HeraldJSON": [],
        "HeraldLocks": [],
        "HeraldHTTP": ["HeraldLocks", "CCurl"],
        "SDNWire": ["HeraldKeys", "HeraldJSON"],
        "SDNSDK": ["SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
        "SDNStoreEncryption": ["SDNSDK"],
        "HeraldPeer": ["HeraldLocks"],
        "SDNNode": ["SDNWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer"],
        "HeraldP256": ["HeraldKeys"],
        "OpenDIDModel": ["HeraldKeys", "HeraldJSON"],
        "OpenDID_DataModel": ["OpenDIDModel", "HeraldKeys", "HeraldP256", "HeraldJSON"],
        "OpenDIDWallet": ["OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks"],
        "OpenDIDServices": [
            "OpenDID_DataModel", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "HeraldPeer",
        ],
        "MYKEYWire": ["HeraldKeys", "HeraldJSON"],
        "MYKEYWalletLib": ["MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP"],
        "MYKEYServices": ["MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldHTTP"],
        "MYKEYHummingbird": ["MYKEYServices", "MYKEYWire", "HeraldKeys", "HeraldJSON", "HeraldPeer"],
        "MYKEYStubChain": ["MYKEYHummingbird", "MYKEYServices", "HeraldKeys", "HeraldJSON"],
        "HeraldVectors": ["OpenDID_DataModel", "MYKEYServices", "MYKEYWire", "HeraldKeys", "HeraldP256", "HeraldJSON"],
    ]
    static let ours: Set<String> = [
        "CSecp256k1", "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "SDNWire", "SDNSDK",
        "SDNStoreEncryption",
        "HeraldPeer", "SDNNode",
        "OpenDIDModel", "OpenDID_DataModel",
        "OpenDIDWallet", "OpenDIDServices", "MYKEYWire", "MYKEYWalletLib", "MYKEYServices", "MYKEYHummingbird", "CCurl",
        "HeraldPeer",
        "HeraldVectors", "MYKEYStubChain", "herald",
    ]
    static let serverFrameworks = ["Hummingbird", "NIO", "AsyncHTTPClient", "FlyingFox", "ServiceLifecycle"]

    @Test("a module imports only modules below it", arguments: mayImport.keys.sorted())
    func arrows(module: String) throws {
        let imported = try Self.imports(of: module)
        #expect(!imported.isEmpty || module == "HeraldJSON", "no imports read: is the module there?")
        #expect(imported.intersection(Self.ours).subtracting(Self.mayImport[module] ?? []) == [])
    }

    @Test(
        "client, wire and base import no server framework",
        arguments: [
            "HeraldKeys", "HeraldP256", "HeraldJSON", "HeraldHTTP", "HeraldLocks", "SDNWire", "SDNSDK",
            "SDNStoreEncryption", "OpenDIDModel", "OpenDID_DataModel",
            "OpenDIDWallet",
            "MYKEYWire", "MYKEYWalletLib", "MYKEYServices", "HeraldVectors",
        ])
    func noServerFramework(module: String) throws {
        let offending = try Self.imports(of: module).filter { name in
            Self.serverFrameworks.contains { name.hasPrefix($0) }
        }
        #expect(offending == [])
    }

    @Test(
        "base and wire do no I/O: they import no Foundation",
        arguments: ["HeraldKeys", "HeraldJSON", "SDNWire", "MYKEYWire"])
    func noFoundation(module: String) throws {
        #expect(try !Self.imports(of: module).contains("Foundation"))
    }

    @Test("no source file traps on purpose")
    func noTraps() throws {
        for file in try Self.sources(under: "Sources") + Self.sources(under: "Interop") {
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

    @Test("a file is short enough to read in one sitting")
    func shortFiles() throws {
        for file in try ["Sources", "Interop", "Tests"].flatMap(Self.sources) {
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false
            ).count
            #expect(lines <= 450, "\(file.lastPathComponent) has \(lines) lines")
        }
    }

    private static func imports(of module: String) throws -> Set<String> {
        var found: Set<String> = []
        for file in try sources(under: "Sources/\(module)") {
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
        let base = root.appendingPathComponent(folder)
        let enumerator = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
        return (enumerator?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.sorted {
            $0.path < $1.path
        }
    }
}
