/// What a wallet answers by opening the dapp's URL. MYKEY sheet 3.4.
///
/// Any program can open such a URL: a success is a hint that the server's verdict confirms or not (MYKEY sheet 3.5, 9.7).
public struct WalletAnswer: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        case cancelled
        case success
        case failure
        /// Another number, as Android wallets send an error code here.
        case code(Int)

        /// By its number: 0, 1, 2, or another.
        public init(_ number: Int) {
            self = switch number {
            case 0: .cancelled
            case 1: .success
            case 2: .failure
            default: .code(number)
            }
        }

        /// The number of `result`.
        public var number: Int {
            switch self {
            case .cancelled: 0
            case .success: 1
            case .failure: 2
            case .code(let number): number
            }
        }
    }

    enum Key {
        static let action = "action"
        static let callBackId = "callBackId"
        static let result = "result"
        static let payload = "payload"
        static let transaction = "txID"
        static let returnCode = "returnCode"
    }

    /// The host of an answer to an SDK request.
    public static let host = "mykeywallet.mykey.org"
    /// The host of an answer to a SimpleWallet request through the iOS SDK.
    public static let simpleWalletHost = "simplewallet.mykey.org"

    /// The request's action, echoed.
    public var action: String
    /// The request's id, echoed.
    public var callBackId: String
    /// How it ended.
    public var result: Outcome
    /// JSON text: what was asked for, or ``FailurePayload``. `nil` after a cancel.
    public var payload: String?

    /// An answer with any payload.
    public init(action: String, callBackId: String, result: Outcome, payload: String? = nil) {
        self.action = action
        self.callBackId = callBackId
        self.result = result
        self.payload = payload
    }

    /// What goes back along a route.
    public init(_ route: AnswerRoute, result: Outcome, payload: String? = nil) {
        self.init(action: route.action, callBackId: route.answerID ?? "", result: result, payload: payload)
    }
}
