import HeraldKeys
import OpenDID_DataModel

/// An open session with the trust agent (OpenDID sheet 5.5). It consists of the transaction and the server token, which later messages of
/// the transaction contain. The protocols M132, M141, M142, M210 and M220 use a session.
struct OpenSession: Codable, Sendable {
    let txId: String
    private let token: FlowSecret

    /// The server token as text.
    var serverToken: String { Multibase.encode(token.exposedBytes, as: .base64) }

    init(txId: String, token: FlowSecret) {
        self.txId = txId
        self.token = token
    }

    /// Creates the value for a session that an app opened itself (OpenDID sheet 8), from the id of the transaction and the server token.
    init(standing txId: String, serverToken: String) throws(WalletError) {
        self.init(
            txId: try FlowChecks.opened(txId),
            token: FlowSecret(try FlowChecks.bytes(serverToken, count: 32, "serverToken")))
    }

    /// Reads an answer that only confirms a step, and checks that the answer belongs to this transaction.
    func acknowledge<Q, R: TransactionAnswer>(_ answer: ServiceAnswer, by endpoint: ServiceEndpoint<Q, R>)
        throws(WalletError)
    {
        try FlowChecks.transaction(answer.read(endpoint).value.txId, is: txId)
    }
}

/// An answer that contains the id of its transaction.
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
