import Foundation
import HeraldJSON
import Testing

/// The test vectors of this package, `Tests/Vectors`.
enum VectorFiles {
    private static let folder: URL = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("Vectors")
    }()

    static func vectors(_ name: String, kind: String) throws -> [JSONReader] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        let entries = try JSONReader(JSONValue(parsing: [UInt8](data))).objects("vectors")
        let found = try entries.filter { try $0.string("kind") == kind }
        try #require(!found.isEmpty, "no vectors of kind \(kind)")
        return found
    }
}
