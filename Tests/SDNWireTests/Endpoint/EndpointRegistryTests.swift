import Foundation
import TestSupport
import Testing
@testable import SDNWire

@Suite("The list of all endpoints")
struct EndpointRegistryTests {
    /// The names of the endpoints that the module's sources declare.
    private static func declared() throws -> [String] {
        let folder = PackageFiles.url("Sources/SDNWire")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return try files.filter { $0.pathExtension == "swift" }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /static let (\w+) = Endpoint</).map {
                String($0.1)
            }
        }.sorted()
    }

    private static func source(_ names: [String]) -> String {
        var lines = [
            "// Generated from the declarations by `HERALD_WRITE_DOCS=1 swift test --filter EndpointRegistryTests`. A test fails when the file is stale.",
            "",
            "extension Endpoints {", "    /// Every endpoint, sorted by the name of its declaration.",
            "    package static let all: [EndpointFacts] = [",
        ]
        lines += names.map { "        EndpointFacts(\"\($0)\", \($0))," }
        return (lines + ["    ]", "}", ""]).joined(separator: "\n")
    }

    @Test("the list has every declared endpoint, and is what HERALD_WRITE_DOCS=1 writes")
    func complete() throws {
        let names = try Self.declared()
        #expect(names.count > 50)
        let file = PackageFiles.url("Sources/SDNWire/Catalogue/Endpoints+All.swift")
        let text = Self.source(names)
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let isFresh = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter EndpointRegistryTests writes it anew")
        #expect(Endpoints.all.map(\.symbol) == names)
    }

    @Test(
        "by default, writing with a token counts for its user, writing without one for the network, and reading for nobody"
    )
    func usualLimits() {
        #expect(Endpoints.sendEvent.limit == .writes)
        #expect(Endpoints.preLogin.limit == .logins)
        #expect(Endpoints.messages.limit == .reads)
        #expect(Endpoints.logout.limit == .unlimited)
        #expect(Endpoints.createRoom.limit == .byHandler)
    }

    @Test("an endpoint's history names SendingNetwork's additions and deprecations")
    func histories() {
        #expect(Endpoints.didLogin.history == .sdn)
        #expect(Endpoints.createDID.history.deprecation == .bySDN)
        #expect(Endpoints.knock.history.origin == .matrix(since: .v1(1)))
    }
}
