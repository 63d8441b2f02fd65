import HeraldKeys
import Logging
import SDNIdentity
import SDNWire

/// The directory of DIDs in the gateway's database, with the sessions at the homeserver that a change ends.
struct HomeserverDIDStore: DIDStore {
    let inside: DatabaseDIDStore
    let endings: SessionEndings
    let serverName: String
    let logger: Logger

    func dids(of address: EthereumAddress) async throws -> [SDNDID] { try await inside.dids(of: address) }
    func document(of did: SDNDID) async throws -> DIDDocument? { try await inside.document(of: did) }
    func document(ofUser userID: String) async throws -> DIDDocument? { try await inside.document(ofUser: userID) }
    func standing(of address: EthereumAddress) async throws -> WalletStanding { try await inside.standing(of: address) }
    func documentForLogin(of did: SDNDID) async throws -> DIDDocument? { try await inside.documentForLogin(of: did) }

    /// Applies a signed change. If it burns the DID or unlinks a wallet that could log in, it ends all sessions of the user.
    /// - Throws: ``GatewayFailure`` with 502 if the change is stored but the sessions have not ended yet. The gateway then tries again by itself.
    func apply(_ change: SignedChange) async throws {
        try await inside.apply(change)
        guard [.burn, .unlink].contains(change.challenge.operation) else { return }
        do {
            try await endings.end(UserID(did: change.did, domain: serverName).text)
        } catch {
            let reason = (error as? GatewayFailure)?.error.message ?? "\(type(of: error))"
            logger.error("the sessions of a changed DID could not be ended yet", metadata: ["reason": "\(reason)"])
            throw GatewayFailure(
                status: 502,
                MatrixError(
                    .unknown,
                    "The change was stored, but the homeserver has not ended the sessions yet; the gateway tries again."
                ))
        }
    }
}
