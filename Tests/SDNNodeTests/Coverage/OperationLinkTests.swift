import Foundation
import SDNWire
import TestSupport
import Testing

@Suite("Links from endpoints to Matrix operations")
struct OperationLinkTests {
    @Test("every endpoint of a Matrix operation links it, with the anchor that the specification gives it")
    func links() throws {
        let folder = PackageFiles.url("Sources/SDNWire")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        let text = try files.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
            .joined(separator: "\n")
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

    private static func link(_ operation: MatrixOperation) -> String {
        let kept = (operation.method + operation.path).lowercased().filter {
            $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-"
        }
        // Two operations have one method and path; the specification numbers the anchor of the second.
        let number = operation.id == "inviteBy3PID" ? "-1" : ""
        return "[\(operation.id)](https://spec.matrix.org/v1.18/client-server-api/#\(kept)\(number))"
    }
}
