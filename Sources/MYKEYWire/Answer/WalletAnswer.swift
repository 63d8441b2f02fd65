/// The answer that a wallet sends by opening the dapp's URL. MYKEY sheet 3.4.
///
/// Any program can open such a URL. A success is therefore only a hint. The dapp's server decides if it is true (MYKEY sheet 3.5, 9.7).
///
/// ```swift
/// let callback = WalletAnswer.callback(scheme: "demoscheme", action: .login, callBackId: "7")
/// let opened = try WalletAnswer(action: "login", callBackId: "7", result: .cancelled).url(callback: callback)
/// let answer = try WalletAnswer(url: opened)   // in the dapp, when the wallet has opened this URL
/// ```
public struct WalletAnswer: Sendable, Hashable {
    /// The result of the request.
    public enum Outcome: Sendable, Hashable {
        case cancelled
        case success
        case failure
        /// A number other than 0, 1 and 2. Android wallets write an error code into `result`.
        case code(Int)

        /// Creates the outcome for the number in `result`: 0, 1, 2 or any other.
        public init(_ number: Int) {
            self =
                switch number {
                case 0: .cancelled
                case 1: .success
                case 2: .failure
                default: .code(number)
                }
        }

        /// The number that `result` contains.
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

    /// The host of the answer URL for an SDK request.
    public static let host = "mykeywallet.mykey.org"
    /// The host of the answer URL for a SimpleWallet request through the iOS SDK.
    public static let simpleWalletHost = "simplewallet.mykey.org"

    /// The `action` of the request.
    public var action: String
    /// The id of the request, by which the dapp assigns the answer.
    public var callBackId: String
    /// The result of the request.
    public var result: Outcome
    /// The payload as JSON: the result of the action, or a ``FailurePayload``. `nil` when the user cancelled.
    public var payload: String?

    /// Creates an answer with any payload.
    public init(action: String, callBackId: String, result: Outcome, payload: String? = nil) {
        self.action = action
        self.callBackId = callBackId
        self.result = result
        self.payload = payload
    }

    /// Creates the answer to a request, from the request's route.
    public init(_ route: AnswerRoute, result: Outcome, payload: String? = nil) {
        // An answer always contains an id. If the dapp gave none, the id is empty, and the dapp ignores the answer.
        let id = if let id = route.answerID { id } else { "" }
        self.init(action: route.action, callBackId: id, result: result, payload: payload)
    }
}
