/// The codes in an answer (`result`, and `errorCode` in the payload of a failure). MYKEY sheet 2.6.
///
/// These codes differ from the `code` of a server's reply, in which 0 means success. See ``CallbackReply``.
public struct MYKEYResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number that is sent.
    public let rawValue: Int
    /// Creates a code from its number, which may be unknown.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The user cancelled.
    public static let cancel = Self(rawValue: 0)
    /// The request succeeded.
    public static let success = Self(rawValue: 1)
    /// The request failed.
    public static let failure = Self(rawValue: 2)
    /// The wallet could not be opened, for an unknown reason. Only the dapp's side reports this.
    public static let cannotWakeUp = Self(rawValue: 10001)
    /// No wallet is installed. Only the dapp's side reports this.
    public static let notInstall = Self(rawValue: 10002)
    /// The account is frozen.
    public static let freezed = Self(rawValue: 10003)
    /// The dapp's side was not initialised.
    public static let uninitialized = Self(rawValue: 10004)
    /// No answer came in time.
    public static let timeOut = Self(rawValue: 10005)
    /// `login`: the account and the user are already bound to each other.
    public static let duplicateBound = Self(rawValue: 10006)
    /// `transfer`, `transaction`, `sign`: no account is bound.
    public static let unbound = Self(rawValue: 10007)
    /// The dapp's user is bound, but the wallet's account is not.
    public static let dappBounded = Self(rawValue: 10008)
    /// The wallet's account is bound, but the dapp's user is not.
    public static let MYKEYBounded = Self(rawValue: 10009)
    /// The dapp's user and the wallet's account are both bound, but not to each other.
    public static let boundInfoMismatch = Self(rawValue: 10010)
    /// The wallet has no account on the requested chain.
    public static let MYKEYAccountNotExist = Self(rawValue: 10011)
    /// A parameter is invalid.
    public static let illegalParameter = Self(rawValue: 10012)
    /// The balance is too low.
    public static let insufficientBalance = Self(rawValue: 10013)
    /// The account cannot be used.
    public static let MYKEYAccountUnavailable = Self(rawValue: 10014)

    /// All codes with a name, by number.
    public static let named: [(code: MYKEYResultCode, name: String, meaning: String)] = [
        (.cancel, "cancel", "the user cancelled"),
        (.success, "success", "done"),
        (.failure, "failure", "failed"),
        (.cannotWakeUp, "cannotWakeUp", "the wallet could not be opened"),
        (.notInstall, "notInstall", "no wallet is installed"),
        (.freezed, "freezed", "the account is frozen"),
        (.uninitialized, "uninitialized", "the SDK was not initialised"),
        (.timeOut, "timeOut", "no answer came in time"),
        (.duplicateBound, "duplicateBound", "this account is bound already"),
        (.unbound, "unbound", "no account is bound"),
        (.dappBounded, "dappBounded", "the dapp's user is bound, the wallet's account is not"),
        (.MYKEYBounded, "MYKEYBounded", "the wallet's account is bound, the dapp's user is not"),
        (.boundInfoMismatch, "boundInfoMismatch", "both sides are bound, but not to each other"),
        (.MYKEYAccountNotExist, "MYKEYAccountNotExist", "there is no account on this chain"),
        (.illegalParameter, "illegalParameter", "a parameter is not acceptable"),
        (.insufficientBalance, "insufficientBalance", "the balance is too low"),
        (.MYKEYAccountUnavailable, "MYKEYAccountUnavailable", "the account cannot be used"),
    ]

    /// The name of the code in the specification. `nil` if the specification does not name it.
    public var name: String? { Self.named.first { $0.code == self }?.name }
    /// The meaning of the code, as a text for people.
    public var meaning: String { Self.named.first { $0.code == self }?.meaning ?? "code \(rawValue)" }
    public var description: String { name.map { "\(rawValue) \($0)" } ?? "\(rawValue)" }
}
