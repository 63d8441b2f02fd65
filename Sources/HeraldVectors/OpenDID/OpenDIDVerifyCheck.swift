import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// The check of the kind `opendid_verify`: the signed form has the expected hash (OpenDID sheet 2.1, 2.2), and the signature is valid if,
/// and only if, that is expected (2.3).
struct OpenDIDVerifyCheck: VectorCheck {
    static let kind = "opendid_verify"

    func check(_ vector: JSONReader) throws {
        let key = try vector.verificationKey(curve: "curve", "public_key_hex")
        let selection = try Self.selection(vector.object("select"))
        let document = try SignedDocument(vector.value("document").serialized())
        try vector.require("canonical_sha256", is: document.digest(selection))
        var detail = ""
        var holds = false
        do throws(VerificationFailure) {
            try document.checkSignature(selection, with: key)
            holds = true
        } catch {
            detail = "\(error)"
        }
        try vector.require("expect", is: holds, because: detail)
    }

    private static func selection(_ select: JSONReader) throws -> ProofSelection {
        switch try select.string("kind") {
        case "proof": return .proof
        case "proofs": return .proofs(try index(select))
        case "claim": return .claim(try index(select))
        case let other: throw VectorFailure("malformed vector: select.kind: \(other) is not known")
        }
    }

    private static func index(_ select: JSONReader) throws -> Int {
        guard let index = Int(exactly: try select.int("index")), index >= 0 else {
            throw VectorFailure("malformed vector: select.index: 0 or more expected")
        }
        return index
    }
}
