import Foundation
import HeraldJSON

/// The test vectors of this package, `Tests/Vectors`.
package enum VectorFiles {
    /// No vector has the kind that a test asks for, so the test would check nothing.
    package struct NoVectors: Error {
        let file: String
        let kind: String
    }

    package static func file(_ name: String) -> URL { PackageFiles.url("Tests/Vectors/" + name) }

    /// Returns the vectors of a kind. - Throws: ``NoVectors`` if there are none.
    package static func vectors(_ name: String, kind: String) throws -> [JSONReader] {
        let data = try Data(contentsOf: file(name))
        let found = try JSONReader(JSONValue(parsing: [UInt8](data))).objects("vectors").filter {
            try $0.string("kind") == kind
        }
        guard !found.isEmpty else { throw NoVectors(file: name, kind: kind) }
        return found
    }
}
