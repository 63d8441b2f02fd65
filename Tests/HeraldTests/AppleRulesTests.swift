import Foundation
import TestSupport
import Testing

/// The rules that keep the clients usable on iOS 16 and macOS 13. A compiler on Linux does not check them.
@Suite("Rules for Apple systems")
struct AppleRulesTests {
    /// The products that an app links.
    private static let products = [
        "HeraldKeys", "HeraldJSON", "HeraldP256", "OpenDID_DataModel", "OpenDIDWallet", "MYKEYWalletLib", "SDNSDK",
        "SDNStoreEncryption",
    ]
    /// The modules of these products, and all modules of ours below them.
    static let modules: [String] = {
        var found = Set(products), new = found
        while !new.isEmpty {
            new = Set(new.flatMap { HouseRulesTests.mayImport[$0] ?? [] }).subtracting(found)
            found.formUnion(new)
        }
        return found.subtracting(["CCurl", "CSecp256k1"]).sorted()
    }()

    @Test("the modules of the clients are those below the products for apps")
    func clientModules() {
        #expect(Set(Self.modules).isSuperset(of: ["SDNSession", "SDNWire", "HeraldHTTP", "HeraldLocks", "MYKEYWire"]))
        #expect(Set(Self.modules).isDisjoint(with: ["HeraldPeer", "SDNNode", "OpenDIDServices", "MYKEYServices"]))
    }

    @Test("a client module does not import Synchronization, which needs iOS 18", arguments: modules)
    func ownLock(module: String) throws {
        #expect(
            try HouseRulesTests.imports(of: module).isDisjoint(with: ["Synchronization", "Observation", "Atomics"]))
    }

    @Test("a client module names nothing of the standard library that is newer than iOS 16", arguments: modules)
    func olderNames(module: String) throws {
        for file in try HouseRulesTests.sources(under: "Sources/\(module)") {
            let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            for (index, line) in lines.enumerated() where Self.isNew(line) {
                // A declaration that a protocol of the newer systems asks for.
                let isMarked = index > 0 && lines[index - 1].contains("@available(macOS 15, iOS 18,")
                #expect(isMarked, "\(file.lastPathComponent):\(index + 1)")
            }
        }
    }

    @Test("only the models for SwiftUI use Observation, and each of them says which systems it needs")
    func observation() throws {
        let observing = try Self.modules.filter { try HouseRulesTests.imports(of: $0).contains("Observation") }
        #expect(observing == [] && !Self.modules.contains("SDNObservation"))
        let files = try HouseRulesTests.sources(under: "Sources/SDNObservation")
        #expect(files.count > 1)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let types = text.components(separatedBy: "\npublic ").count - 1
            let marks =
                text.components(separatedBy: "\n@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)\n").count - 1
            #expect(types > 0 && types == marks, "\(file.lastPathComponent)")
        }
    }

    @Test("a client module uses no declaration that Swift 6.1 does not accept", arguments: modules)
    func olderSyntax(module: String) throws {
        for file in try HouseRulesTests.sources(under: "Sources/\(module)") {
            for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
                #expect(!Self.needsNewerSwift(line), "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(
            Self.needsNewerSwift("    weak let owner: Owner?") && !Self.needsNewerSwift("    weak var owner: Owner?"))
    }

    private static func needsNewerSwift(_ line: String) -> Bool {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { return false }
        return code.contains(#/\bweak let\b|nonisolated\(nonsending\)|@concurrent\b|\bfunc `[^`]* /#)
    }

    private static func isNew(_ line: String) -> Bool {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { return false }
        return code.contains(#/\bU?Int128\b|String\(validating:|\.attoseconds\b|\bAtomic<|\bRangeSet\b/#)
            || code.contains(#/TaskExecutor\b|executorPreference|[dD]iscardingTaskGroup|next\(isolation/#)
            || code.contains(#/\bisolated deinit\b|Span<|\bInlineArray\b|@Observable\b|withUnsafeCurrentTask/#)
            || code.contains(#/\bTask(?:\.detached)?\(name:|\bTask\.immediate|\.utf8Span\b/#)
    }

    @Test("the rule finds names that are newer, and passes over comments")
    func examples() {
        for line in [
            "let a: Int128", "String(validating: bytes, as: UTF8.self)", "private let n = Atomic<Int>(0)",
            "let e: any TaskExecutor", "try await withDiscardingTaskGroup { _ in }",
        ] {
            #expect(Self.isNew(line), "\(line)")
        }
        #expect(!Self.isNew("    /// An `Int128` would need iOS 18.") && !Self.isNew("let a: Int64"))
    }

    @Test("the client of HTTP takes libcurl where the manifest does, on Linux, and not wherever its headers are found")
    func carrier() throws {
        let manifest = try PackageFiles.text("Package.swift")
        #expect(manifest.contains(#".target(name: "CCurl", condition: .when(platforms: [.linux]))"#))
        var importing = 0
        for file in try HouseRulesTests.sources(under: "Sources/HeraldHTTP/Client") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("canImport(CCurl)"), "\(file.lastPathComponent)")
            guard text.contains(/(?m)^ *import CCurl$/) else { continue }
            importing += 1
            #expect(text.hasPrefix("#if os(Linux)\n"), "\(file.lastPathComponent)")
        }
        #expect(importing > 0)
    }

    @Test("one file knows that libsecp256k1 comes from a package on Apple systems")
    func curvePackage() throws {
        let knowing = try ["Sources", "Apple/CSecp256k1"].flatMap(HouseRulesTests.sources).filter {
            try String(contentsOf: $0, encoding: .utf8).contains(/(?m)^(?:@\w+ )?import libsecp256k1$/)
        }
        #expect(knowing.map(\.lastPathComponent) == ["CSecp256k1.swift"])
        let manifest = try PackageFiles.text("Package.swift")
        let declared = try #require(manifest.range(of: "https://github.com/21-DOT-DEV/swift-secp256k1"))
        let condition = try #require(manifest.range(of: "\nif takesCurvePackage {\n"))
        #expect(condition.upperBound < declared.lowerBound)
        #expect(manifest.contains(".iOS(.v16)"))
    }
}
