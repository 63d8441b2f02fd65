import HeraldJSON
import HeraldKeys
import TestSupport

/// The session vectors of `opendid.json`.
enum SessionVectors {
    static func entries(kind: String) throws -> [JSONReader] { try VectorFiles.vectors("opendid.json", kind: kind) }
}

extension JSONReader {
    func bytes(_ key: String) throws -> [UInt8] { try Hex.decode(string(key)) }
}
