import OpenDID_DataModel

/// What is known of a transaction beside its data.
package struct TransactionInfo: Sendable, Hashable {
    /// A UUID.
    package let id: String
    /// The protocol, such as `M210`.
    package let flow: String
    /// The last step that was done.
    package let state: String
    package let created: UTCInstant
    /// From here on it is refused.
    package let expires: UTCInstant
}

/// The codes that a server has for its transactions (OpenDID sheet 5.1, 5.3).
package struct TransactionCodes: Sendable, Hashable {
    package let unknown: ServiceErrorCode
    /// The step is not the next one, or it was done with another request.
    package let invalid: ServiceErrorCode
    package let expired: ServiceErrorCode

    static let tas = TransactionCodes(
        unknown: TASError.transactionUnknown, invalid: TASError.transactionInvalid, expired: TASError.transactionExpired)
    static let issuer = TransactionCodes(
        unknown: IssuerError.transactionUnknown, invalid: IssuerError.transactionInvalid, expired: IssuerError.transactionExpired)
    static let verifier = TransactionCodes(
        unknown: VerifierError.transactionUnknown, invalid: VerifierError.transactionInvalid, expired: VerifierError.transactionExpired)
}
