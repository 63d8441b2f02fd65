import HeraldKeys
import OpenDID_DataModel

/// Creates and checks server tokens (OpenDID sheet 6.3).
enum ServerTokens {
    /// A new token for a client.
    struct Minted: Sendable {
        /// The part that the trust agent stores.
        let token: IssuedToken
        /// The token data in canonical form. Only the client may read it.
        let plaintext: [UInt8]
    }

    /// Signs the data of a token.
    static func mint(_ data: ServerTokenData, device: String, until: UTCInstant, by request: ProofRequest) async throws
        -> Minted
    {
        let signed = try await data.signed(by: request)
        let plaintext = try signed.canonicalBytes()
        let token = IssuedToken(
            hash: ServerTokenHash(of: plaintext).exposedText, walletID: data.walletId, deviceDID: device,
            appID: data.appId,
            validUntil: until)
        return Minted(token: token, plaintext: plaintext)
    }

    /// Checks a client's `serverToken` against the token of its transaction. A token belongs to one transaction, and its purpose was checked against
    /// the protocol when it was created.
    /// - Parameter isRepetition: true if the same request was accepted before. The token may have expired meanwhile. Defaults to `false`.
    /// - Returns: the token, and the client of the session in which it was created.
    /// - Throws: ``ServiceError`` 19002, 19003 or 19004.
    static func require(
        _ text: String, in transaction: TrustAgentTransaction, now: UTCInstant, isRepetition: Bool = false
    ) throws(ServiceError) -> TrustAgentTransaction.Authorization {
        guard let authorization = transaction.authorization else { throw ServiceError(TASError.tokenUnknown) }
        let token = authorization.token
        guard let sent = try? ServerTokenHash(text: text), let known = try? ServerTokenHash(text: token.hash),
            sent == known
        else {
            throw TASError.tokenInvalid("serverToken")
        }
        guard isRepetition || now.seconds <= token.validUntil.seconds else { throw ServiceError(TASError.tokenExpired) }
        return authorization
    }
}
