import HeraldKeys
import OpenDID_DataModel

/// Creates and checks server tokens (OpenDID sheet 6.3).
enum ServerTokens {
    /// A new server token for a client.
    struct Minted: Sendable {
        /// The part that the trust agent stores.
        let token: IssuedToken
        /// The data of the token in canonical form. Only the client may read it.
        let plaintext: [UInt8]
    }

    /// Creates a token by signing its data.
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

    /// Checks that the `serverToken` that a client sends is the token of its transaction. The purpose was checked when the token was
    /// created. It need not be checked again, because a token belongs to one transaction.
    /// - Parameter isRepetition: true if the same request was accepted before. In that case, the token may have expired in the meantime.
    /// Defaults to `false`.
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
