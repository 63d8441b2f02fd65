import MYKEYWire

/// What brings transfers and contract calls to a chain. The answering wallet has no chain connection and uses no key but the reserved one,
/// so this is somebody else's part, with keys of its own.
public protocol TransactionSubmitter: Sendable {
    /// Submits what a person approved.
    /// - Parameters:
    ///   - request: a `transfer` or a `transaction`.
    ///   - account: on whose behalf.
    /// - Returns: the id of the transaction on its chain.
    func submit(_ request: WalletRequest, from account: LoginAccount) async throws(SubmissionRefusal) -> String
}

/// Why a transaction was not submitted.
public struct SubmissionRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the dapp is told: `insufficientBalance`, `timeOut`, `MYKEYAccountUnavailable`, `illegalParameter` or `failure`.
    public let code: MYKEYResultCode
    /// A sentence for a person.
    public let reason: String

    /// A refusal with its code and a sentence.
    public init(_ code: MYKEYResultCode, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// A wallet without a submitter.
    public static let noChainConnection = SubmissionRefusal(.failure, reason: "this wallet has no connection to a chain")

    public var description: String { reason }
}
