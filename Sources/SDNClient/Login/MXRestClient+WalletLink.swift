import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Links another wallet to a DID. From then on, that wallet logs in to the same account.
    ///
    /// Both wallets sign the node's text. If the new wallet has not signed, the node ignores the link until that wallet logs in and names the DID.
    /// Nobody can therefore link a wallet without its owner's consent (SDN sheet 1.8).
    /// - Parameters:
    ///   - wallet: the wallet to link.
    ///   - did: the DID, `did:sdn:` and 40 hexadecimal digits.
    ///   - signer: a wallet that is already linked to the DID.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the node does not accept a signature; ``/SDNValues/MXError`` with `M_INVALID_PARAM` when the wallet is already
    ///   linked; ``/SDNValues/SDNSDKError`` with code `signingFailed` when a wallet does not sign.
    public func linkWallet(_ wallet: any SDNWalletSigner, toDID did: String, signer: any SDNWalletSigner) async throws {
        let address = try await signed("address") { try await wallet.address }
        var change: JSONObject = ["operation": "link", "address": .string(address), "ids": []]
        let request = DIDOperationRequest(did: did, body: change)
        let asked = try await perform(Endpoints.updateDID, request)
        try requireReadable(asked.message, endpoint: Endpoints.updateDID.name)
        change["updated"] = .string(asked.updated)
        change["signature"] = .string(try await signed("signature") { try await signer.personalSign(asked.message) })
        change["signature2"] = .string(try await signed("signature2") { try await wallet.personalSign(asked.message) })
        _ = try await perform(Endpoints.saveDID, DIDOperationRequest(did: did, body: change), retry: .ifNotSent)
    }
}
