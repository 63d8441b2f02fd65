import HeraldKeys
import SDNWire

/// The body of a DID login, after all checks that need no challenge. Missing or malformed members are answered with 400 (SDN sheet 1.4 and 1.9).
package struct LoginProof: Sendable {
    package let nonce: String?
    package let updated: String
    package let did: SDNDID?
    /// The wallet's address; `nil` if the client sent none, or sent the DID in its place.
    package let address: EthereumAddress?
    package let message: String?
    package let signature: RecoverableSignature
    package let appToken: String?
    package let deviceID: String?
    package let deviceDisplayName: String?
    package let wantsRefreshToken: Bool

    /// - Throws: `WireError` naming the first missing or malformed member; `M_UNKNOWN` for another login type.
    package init(_ request: DIDLoginRequest) throws {
        guard request.type == DIDLoginRequest.type else { throw MatrixError(.unknown, "Unknown login type.") }
        guard let token = request.token else {
            throw WireError(.missing, field: "identifier.token", reason: "the wallet's signature is needed")
        }
        guard let updated = request.updated else {
            throw WireError(.missing, field: "updated", reason: "the value from the challenge is needed, unchanged")
        }
        self.nonce = request.randomServer
        self.updated = updated
        var did = try request.did.map { text throws(WireError) in try SDNDID(text, field: "identifier.did") }
        var address: EthereumAddress?
        if let text = request.address {
            // One SDK sends the DID in the member `address`.
            if text.hasPrefix("did:sdn:") {
                let named = try SDNDID(text, field: "identifier.address")
                guard did == nil || did == named else {
                    throw WireError(
                        .invalid, field: "identifier.address", reason: "names another DID than identifier.did")
                }
                did = named
            } else {
                address = try WalletReference(text, field: "identifier.address").address
            }
        }
        self.did = did
        self.address = address
        self.message = request.message
        self.wantsRefreshToken = request.wantsRefreshToken
        do {
            self.signature = try RecoverableSignature(text: token, rules: .sdn)
        } catch {
            throw WireError(.invalid, field: "identifier.token", reason: error.reason)
        }
        self.appToken = request.appToken
        self.deviceID = try DeviceFields.deviceID(request.deviceID)
        self.deviceDisplayName = try DeviceFields.displayName(request.deviceDisplayName)
        guard nonce != nil || did != nil else {
            throw WireError(
                .missing, field: "random_server", reason: "needed, unless identifier.did and updated are given")
        }
    }
}
