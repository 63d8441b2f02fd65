import HeraldJSON
import OpenDID_DataModel

/// The check of the kind `opendid_wallet_token`: the hash that an app sends to its wallet (OpenDID sheet 6.4).
struct OpenDIDWalletTokenCheck: VectorCheck {
    static let kind = "opendid_wallet_token"

    func check(_ vector: JSONReader) throws {
        let data = try vector.value("data").canonicalBytes(omittingNulls: true)
        let token = WalletTokenHash(canonicalData: data, resultNonce: try vector.string("result_nonce"))
        try vector.require("h_wallet_token", is: token.exposedText)
    }
}
