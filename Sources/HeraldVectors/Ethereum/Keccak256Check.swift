import HeraldJSON
import HeraldKeys

/// `keccak256`: the hash with the original padding.
struct Keccak256Check: VectorCheck {
    static let kind = "keccak256"

    func check(_ vector: JSONReader) throws {
        try vector.require("digest", is: Keccak256.hash(vector.bytes("input_hex")))
    }
}
