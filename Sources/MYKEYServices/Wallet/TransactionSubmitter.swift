import MYKEYWire

/// Submits transfers and contract calls to a chain. The answering wallet has no connection to a chain and uses only the reserved key, so the
/// submitter is a separate part with its own keys.
public protocol TransactionSubmitter: Sendable {
    /// Submits an approved request.
    /// - Parameters:
    ///   - request: a `transfer` or a `transaction`.
    ///   - account: the account that acts.
    /// - Returns: the id of the transaction on its chain.
    /// - Throws: ``SubmissionRefusal``.
    func submit(_ request: WalletRequest, from account: LoginAccount) async throws(SubmissionRefusal) -> String
}

/// The reason why a transaction was not submitted.
public struct SubmissionRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code for the dapp: `insufficientBalance`, `timeOut`, `MYKEYAccountUnavailable`, `illegalParameter` or `failure`.
    public let code: MYKEYResultCode
    /// A sentence for people.
    public let reason: String

    /// Creates a refusal.
    public init(_ code: MYKEYResultCode, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The refusal of a wallet that has no submitter.
    public static let noChainConnection = SubmissionRefusal(
        .failure, reason: "this wallet has no connection to a chain, so it cannot submit transactions")

    public var description: String { reason }
}
