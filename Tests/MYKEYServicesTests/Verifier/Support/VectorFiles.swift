import Foundation
import HeraldJSON

/// The test vectors of this package, `Tests/Vectors`.
enum VectorFiles {
    private static let folder: URL = {
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { tests.deleteLastPathComponent() }
        return tests.appendingPathComponent("Vectors")
    }()

    static func vectors(_ name: String, kind: String) throws -> [JSONReader] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        return try JSONReader(JSONValue(parsing: [UInt8](data))).objects("vectors").filter {
            try $0.string("kind") == kind
        }
    }
}
