import Foundation
import SDNWire
import TestSupport
import Testing

@Suite("Links from endpoints to Matrix operations")
struct OperationLinkTests {
    @Test("every endpoint of a Matrix operation links it, with the anchor that the specification gives it")
    func links() throws {
        let text = try Self.sources().joined(separator: "\n")
        let linked = Set(text.matches(of: /Matrix: (\[\w+\]\(https:[^)]+\))\.\n/).map { String($0.1) })
        for operation in try MatrixOperation.all() {
            let isDeclared = Endpoints.all.contains { facts in
                facts.method.rawValue == operation.method
                    && ([facts.path] + facts.variants.map(\.path)).contains(where: operation.isServed)
            }
            #expect(linked.contains(Self.link(operation)) == isDeclared, "\(operation.id)")
        }
        #expect(linked.count > 100)
    }

    @Test("each link stands at the endpoint that serves its operation, and each such endpoint has one")
    func places() throws {
        var links: [String: [String]] = [:]
        for file in try Self.sources() {
            var comment = ""
            for line in file.split(separator: "\n") {
                if line.contains("///") {
                    comment += line
                } else {
                    if let match = line.firstMatch(of: /static let (\w+) = Endpoint</) {
                        let operations = comment.matches(of: /Matrix: \[(\w+)\]\(https:\S+client-server-api/)
                        links[String(match.1)] = operations.map { String($0.1) }
                    }
                    comment = ""
                }
            }
        }
        let operations = try MatrixOperation.all()
        for facts in Endpoints.all {
            let paths = [facts.path] + facts.variants.map(\.path)
            let served = operations.filter { operation in
                facts.method.rawValue == operation.method && paths.contains(where: operation.isServed)
            }
            let linked = links[facts.symbol] ?? []
            #expect(Set(linked).isSubset(of: served.map(\.id)), "\(facts.symbol)")
            #expect(linked.isEmpty == served.isEmpty, "\(facts.symbol)")
        }
    }

    /// The texts of the files of `SDNWire`.
    private static func sources() throws -> [String] {
        let folder = PackageFiles.url("Sources/SDNWire")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static func link(_ operation: MatrixOperation) -> String {
        let kept = (operation.method + operation.path).lowercased().filter {
            $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"
        }
        // Two operations have one method and path; the specification numbers the anchor of the second.
        let number = ["inviteBy3PID", "peekEvents"].contains(operation.id) ? "-1" : ""
        return "[\(operation.id)](https://spec.matrix.org/v1.18/client-server-api/#\(kept)\(number))"
    }
}
