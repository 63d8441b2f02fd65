import Foundation
import HeraldKeys
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Coverage of the Matrix client-server API")
struct MatrixCoverageTests {
    private struct Row {
        let operation: MatrixOperation
        let symbols: [String]
        let isServed: Bool
        let isCalled: Bool
    }

    private let rows: [Row]
    private let routes: [Route]

    init() throws {
        let node = try TestNode { configuration in
            configuration.enableRegistration = true
            configuration.applicationKey = Secp256k1PrivateKey()
        }
        let routes = node.assembly.handler.routes.routes
        let called = try Self.calledEndpoints()
        self.routes = routes
        rows = try MatrixOperation.all().map { operation in
            let found = Endpoints.all.filter { facts in
                facts.method.rawValue == operation.method
                    && ([facts.path] + facts.variants.map(\.path)).contains(where: operation.isServed)
            }
            return Row(
                operation: operation, symbols: found.map(\.symbol),
                isServed: routes.contains {
                    $0.method.rawValue == operation.method && operation.isServed(by: $0.template)
                },
                isCalled: found.contains { called.contains($0.symbol) })
        }
    }

    /// The endpoints that the client's sources name.
    private static func calledEndpoints() throws -> Set<String> {
        let folders = ["SDNClient", "SDNSession"].map { PackageFiles.url("Sources/\($0)") }
        let files = folders.flatMap { folder in
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        }
        return Set(
            try files.filter { $0.pathExtension == "swift" }.flatMap { file in
                try String(contentsOf: file, encoding: .utf8).matches(of: /Endpoints\.(\w+)/).map { String($0.1) }
            })
    }

    @Test("the specification has 166 operations")
    func operations() {
        #expect(rows.count == 166)
        #expect(Set(rows.map(\.operation.id)).count == 166)
    }

    @Test("every route of the node is an endpoint of the list, with the list's limit and access")
    func routesAreListed() {
        #expect(routes.count > 50)
        for route in routes {
            let isListed = Endpoints.all.contains { facts in
                facts.method == route.method && ([facts.path] + facts.variants.map(\.path)).contains(route.template)
                    && facts.access == route.access && facts.limit == route.limit
            }
            #expect(isListed, "\(route.method.rawValue) \(route.template.text)")
        }
    }

    @Test("each operation that the node does not answer is left out for exactly one reason")
    func leftOut() {
        let named = LeftOut.all.flatMap(\.operations)
        #expect(named.sorted() == rows.filter { !$0.isServed }.map(\.operation.id).sorted())
        #expect(Set(LeftOut.all.map(\.name)).count == LeftOut.all.count)
    }

    @Test("every failing test of Matrix's suites has a reason: 11 and 124 of Complement, 29 of SyTest")
    func failingTests() {
        #expect(Self.failing(.client) == 11)
        #expect(Self.failing(.federation) + Self.failing(.proposals) == 124)
        #expect(Self.failing(.sytest) == 29)
    }

    private static func failing(_ suite: FailingTests.Suite) -> Int {
        LeftOut.all.flatMap(\.failing).filter { $0.suite == suite }.reduce(0) { $0 + $1.count }
    }

    @Test("docs/matrix-coverage.md is what HERALD_WRITE_DOCS=1 writes")
    func document() throws {
        let file = PackageFiles.url("docs/matrix-coverage.md")
        let text = markdown
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let isFresh = (try? String(contentsOf: file, encoding: .utf8)) == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter MatrixCoverageTests writes it anew")
    }

    private var markdown: String {
        let sdn = Endpoints.all.count { if case .matrix = $0.history.origin { false } else { true } }
        var lines = [
            "# Coverage of the Matrix client-server API", "",
            "This page is generated from the endpoints by `HERALD_WRITE_DOCS=1 swift test --filter MatrixCoverageTests`. A test fails if it is",
            "stale. The operations are those of the specification's OpenAPI data (`Tests/Facts/matrix-operations.txt`). The node answers each",
            "under both roots, `/_api` and `/_matrix`, and under every version of the client API.", "",
            "| | Operations | Of |", "| --- | --- | --- |",
            "| the node answers | \(rows.count(where: \.isServed)) | \(rows.count) |",
            "| the client calls | \(rows.count(where: \.isCalled)) | \(rows.count) |", "",
            "Beside them there are \(sdn) endpoints that Matrix does not have.", "",
            "| Operation | Method and path | Endpoint | Node | Client |", "| --- | --- | --- | --- | --- |",
        ]
        for row in rows {
            let symbols = row.symbols.map { "`\($0)`" }.joined(separator: ", ")
            lines.append(
                "| \(row.operation.id) | \(row.operation.method) `\(row.operation.path)` | \(symbols) | \(row.isServed ? "yes" : "no") "
                    + "| \(row.isCalled ? "yes" : "no") |")
        }
        lines += [
            "", "## Left out", "",
            "The node leaves out these parts of Matrix. Each operation with \"no\" in the column Node belongs to one of them, and so does each test of",
            "Matrix's suites Complement and SyTest that fails on the node.",
            "",
            "| Part | Reason | Operations | Failing tests |", "| --- | --- | --- | --- |",
        ]
        for part in LeftOut.all {
            lines.append(
                "| \(part.name) | \(part.reason) | \(part.operations.joined(separator: ", ")) "
                    + "| \(part.failing.map(\.text).joined(separator: "; ")) |")
        }
        let sums = FailingTests.Suite.allCases.map { "\($0.rawValue) \(Self.failing($0))" }
        lines += ["", "The failing tests of each suite together: \(sums.joined(separator: ", "))."]
        lines += [
            "", "## Endpoints that Matrix does not have", "", "| Endpoint | Method and path | Since |",
            "| --- | --- | --- |",
        ]
        for facts in Endpoints.all {
            let note = facts.history.deprecation == nil ? "" : ", deprecated"
            switch facts.history.origin {
            case .matrix: continue
            case .sdn: lines.append("| `\(facts.symbol)` | `\(facts.name)` | SendingNetwork\(note) |")
            case .proposal(let name), .server(let name):
                lines.append("| `\(facts.symbol)` | `\(facts.name)` | \(name)\(note) |")
            }
        }
        return (lines + [""]).joined(separator: "\n")
    }
}
