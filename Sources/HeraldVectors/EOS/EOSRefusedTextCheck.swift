import HeraldJSON
import HeraldKeys

/// `reject_text`: a text that does not read as what it is offered as.
struct EOSRefusedTextCheck: VectorCheck {
    static let kind = "reject_text"

    func check(_ vector: JSONReader) throws {
        let text = try vector.string("text")
        let accepted: Bool
        switch try vector.string("role") {
        case "private": accepted = (try? EOSPrivateKey(text: text)) != nil
        case "public": accepted = (try? EOSPublicKey(text: text)) != nil
        case "signature": accepted = (try? EOSSignature(text: text)) != nil
        case let other: throw VectorFailure("role: \(other) is not known")
        }
        guard !accepted else { throw VectorFailure("text: is accepted") }
    }
}
