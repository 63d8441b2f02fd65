import HeraldJSON
import HeraldKeys

/// `recover`: strict recovery (MYKEY sheet 8.3) gives the address exactly when that is expected.
struct RecoverCheck: VectorCheck {
    static let kind = "recover"

    func check(_ vector: JSONReader) throws {
        let message = try vector.string("message_text")
        let text = try vector.string("signature")
        let claimed = try EthereumAddress(vector.string("address"))
        var detail = ""
        var holds = false
        do {
            let signer = try PersonalMessage.recoverAddress(
                message, signature: RecoverableSignature(text: text, rules: .strict))
            holds = signer == claimed
            detail = "recovered \(signer)"
        } catch {
            detail = "\(error)"
        }
        try vector.require("expect", is: holds, because: detail)
    }
}
