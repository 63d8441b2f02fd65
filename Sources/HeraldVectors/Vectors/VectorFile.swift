import Foundation
import HeraldJSON

/// The reason why a file of test vectors could not be read.
struct VectorFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "\(path): \(reason)" }
}

/// The vectors in one file, which has the form `{schema, set, count, vectors: [...]}`.
struct VectorFile {
    let vectors: [Vector]

    init(path: String) throws(VectorFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw VectorFileError(path: path, reason: "cannot be read: \(error.localizedDescription)")
        }
        do {
            let entries = try JSONReader(JSONValue(parsing: [UInt8](data))).array("vectors")
            vectors = entries.enumerated().map { Vector($1, place: $0 + 1) }
        } catch {
            throw VectorFileError(path: path, reason: "is not a vector file: \(error)")
        }
    }
}
