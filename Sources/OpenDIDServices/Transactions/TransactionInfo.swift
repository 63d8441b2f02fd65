import OpenDID_DataModel

/// The facts about a transaction, without its data.
package struct TransactionInfo: Sendable, Hashable {
    /// The transaction's UUID.
    package let id: String
    /// The protocol, such as `M210`.
    package let flow: String
    /// The last completed step.
    package let state: String
    package let created: UTCInstant
    /// The time from which the transaction is refused.
    package let expires: UTCInstant
}

/// A server's error codes for its transactions (OpenDID sheet 5.1, 5.3).
package struct TransactionCodes: Sendable, Hashable {
    package let unknown: ServiceErrorCode
    /// The step is not the next one, or it was completed with another request.
    package let invalid: ServiceErrorCode
    package let expired: ServiceErrorCode

    static let tas = TransactionCodes(
        unknown: TASError.transactionUnknown, invalid: TASError.transactionInvalid, expired: TASError.transactionExpired
    )
    static let issuer = TransactionCodes(
        unknown: IssuerError.transactionUnknown, invalid: IssuerError.transactionInvalid,
        expired: IssuerError.transactionExpired)
    static let verifier = TransactionCodes(
        unknown: VerifierError.transactionUnknown, invalid: VerifierError.transactionInvalid,
        expired: VerifierError.transactionExpired)
}
