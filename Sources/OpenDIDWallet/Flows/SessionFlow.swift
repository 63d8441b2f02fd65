import OpenDID_DataModel

/// A protocol in which the wallet opens a session with the trust agent (OpenDID sheet 5.5). It is common to M132, M141, M142, M210 and
/// M220.
protocol SessionFlow: ProtocolFlow {
    /// The session, or `nil` until the trust agent has opened the transaction.
    var session: SessionPrefix? { get }
}

extension SessionFlow {
    /// Returns the session of the transaction.
    func open() throws(WalletError) -> SessionPrefix {
        guard let session else { throw WalletError(.state, field: "txId", reason: "no transaction is open") }
        return session
    }

    /// Receives an answer that only confirms a step of this transaction.
    func acknowledged<Q, R: TransactionAnswer>(_ answer: ServiceAnswer, by endpoint: ServiceEndpoint<Q, R>)
        throws(WalletError)
    {
        try FlowChecks.transaction(answer.read(endpoint).value.txId, is: open().txId)
    }
}

/// An answer that names its transaction.
protocol TransactionAnswer: ModelObject {
    var txId: String { get }
}

extension _RetrieveKyc: TransactionAnswer {}
extension _RequestRegisterUser: TransactionAnswer {}
extension _ConfirmRegisterUser: TransactionAnswer {}
extension _RequestUpdateDidDoc: TransactionAnswer {}
extension _ConfirmUpdateDidDoc: TransactionAnswer {}
extension _RequestRestoreDidDoc: TransactionAnswer {}
extension _ConfirmRestoreDidDoc: TransactionAnswer {}
extension _ConfirmIssueVc: TransactionAnswer {}
extension _RequestRevokeVc: TransactionAnswer {}
extension _ConfirmRevokeVc: TransactionAnswer {}

extension FlowStep {
    /// Creates the step of the protocol, or the step of the session while the session is being opened.
    init(_ stage: String, session: SessionPrefix?) { self.init(rawValue: session?.stage.rawValue ?? stage) }
}
