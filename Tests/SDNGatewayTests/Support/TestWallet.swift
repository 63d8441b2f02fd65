import HeraldKeys
import SDNIdentity
import SDNWire

/// A wallet of a test: a key and what it signs.
struct TestWallet: Sendable {
    let key: Secp256k1PrivateKey
    let address: EthereumAddress

    /// - Parameter seed: wallets with the same seed are the same.
    init(_ seed: UInt8) throws {
        key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0, count: 31) + [seed])
        address = key.publicKey.ethereumAddress
    }

    var did: SDNDID { SDNDID(address: address) }

    /// Returns the answer to a challenge.
    func answer(_ challenge: PreLoginResponse, deviceID: String? = nil) throws -> DIDLoginRequest {
        DIDLoginRequest(
            randomServer: challenge.randomServer, updated: challenge.updated, did: challenge.did,
            address: address.checksummed, message: challenge.message,
            token: try PersonalMessage.sign(challenge.message, with: key).text(), deviceID: deviceID)
    }

    /// Returns a challenge without a server.
    func challenge(
        _ nonce: String, operation: Challenge.Operation = .linkKey, purpose: Challenge.Purpose = .login,
        ids: [String] = [], updated: String = "then"
    ) -> Challenge {
        Challenge(
            nonce: nonce, did: did, address: address, operation: operation, purpose: purpose, ids: ids,
            updated: updated, node: "localhost")
    }

    /// Returns a login without a server.
    func login(_ challenge: Challenge) -> VerifiedLogin {
        VerifiedLogin(
            challenge: challenge, signer: address, deviceID: nil, deviceDisplayName: nil, wantsRefreshToken: false)
    }
}
