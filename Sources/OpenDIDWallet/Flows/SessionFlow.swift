import OpenDID_DataModel

/// A protocol in which the wallet opens a session with the trust agent (OpenDID sheet 5.5): what M132, M141, M142, M210 and M220 share.
protocol SessionFlow: ProtocolFlow {
    /// `nil` until the trust agent has opened the transaction.
    var session: SessionPrefix? { get }
}

extension SessionFlow {
    /// The session of the transaction.
    func open() throws(WalletError) -> SessionPrefix {
        guard let session else { throw WalletError(.state, field: "txId", reason: "no transaction is open") }
        return session
    }

    /// Takes an answer that says nothing but that the step was done in this transaction.
    func acknowledged<Q, R: TransactionAnswer>(_ answer: ServiceAnswer, by endpoint: ServiceEndpoint<Q, R>) throws(WalletError) {
        try FlowChecks.transaction(answer.read(endpoint).value.txId, is: open().txId)
    }
}

/// An answer that names the transaction it belongs to.
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
    /// A protocol's own step, or the step of the session while that is being opened.
    init(_ stage: String, session: SessionPrefix?) { self.init(rawValue: session?.stage.rawValue ?? stage) }
}
