/// The result codes of MYKEY's SDK under their original names (MYKEY sheet 2.6). A wallet may send other codes, so
/// ``MYKEYWalletError/code`` is of a type that can hold any number.
public enum ErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// The user declined in the wallet.
    case cancel = 0
    /// The request succeeded.
    case success = 1
    /// The request failed for a reason without a code of its own.
    case failure = 2
    /// A wallet is installed but could not be opened. The SDK reports this code.
    case cannotWakeUp = 10001
    /// No wallet is installed. The SDK reports this code.
    case notInstall = 10002
    /// The account is frozen.
    case freezed = 10003
    /// A request was made before the SDK was initialised. The SDK reports this code.
    case uninitialized = 10004
    /// No answer came in time. The SDK reports this code if the wallet did not answer. The wallet reports it if its own transaction or POST
    /// got no answer.
    case timeOut = 10005
    /// The account is already bound to this user.
    case duplicateBound = 10006
    /// No account is bound. Log in first.
    case unbound = 10007
    /// The dapp's user is bound to another account, and the wallet's account is not bound.
    case dappBounded = 10008
    /// The wallet's account is bound to another user of the dapp.
    case MYKEYBounded = 10009
    /// The user and the account are bound, but not to each other.
    case boundInfoMismatch = 10010
    /// The wallet has no account on the requested chain.
    case MYKEYAccountNotExist = 10011
    /// A parameter of the request is invalid. The wallet reports this code, and so does the SDK before it opens the wallet.
    case illegalParameter = 10012
    /// The balance is too low.
    case insufficientBalance = 10013
    /// The account cannot be used at present.
    case MYKEYAccountUnavailable = 10014
}
