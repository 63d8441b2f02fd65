import HeraldKeys
import OpenDID_DataModel

/// Makes server tokens and checks them (OpenDID sheet 6.3).
enum ServerTokens {
    /// A new token for a client.
    struct Minted: Sendable {
        /// What the trust agent remembers.
        let token: IssuedToken
        /// The data in its canonical form, for the client's eyes alone.
        let plaintext: [UInt8]
    }

    /// Signs the data of a token.
    static func mint(_ data: ServerTokenData, device: String, until: UTCInstant, by request: ProofRequest) async throws -> Minted {
        let signed = try await data.signed(by: request)
        let plaintext = try signed.canonicalBytes()
        let token = IssuedToken(
            hash: ServerTokenHash(of: plaintext).exposedText, walletID: data.walletId, deviceDID: device, appID: data.appId,
            validUntil: until.seconds)
        return Minted(token: token, plaintext: plaintext)
    }

    /// Checks what a client sent as `serverToken` against the token of its transaction. The purpose was checked against the protocol when the
    /// token was made, and a token belongs to one transaction.
    /// - Parameter isRepetition: whether this very request was accepted in time before; then the token may have expired meanwhile.
    /// - Throws: ``ServiceError`` 19002, 19003 or 19004.
    static func require(
        _ text: String, in transaction: TrustAgentTransaction, now: UTCInstant, isRepetition: Bool = false
    ) throws(ServiceError) -> IssuedToken {
        guard let token = transaction.token else { throw ServiceError(TASError.tokenUnknown) }
        guard let sent = try? ServerTokenHash(text: text), let known = try? ServerTokenHash(text: token.hash), sent == known else {
            throw TASError.tokenInvalid("serverToken")
        }
        guard isRepetition || now.seconds <= token.validUntil else { throw ServiceError(TASError.tokenExpired) }
        return token
    }
}
