/// The result codes of MYKEY's SDK under their original names (MYKEY sheet 2.6). ``MYKEYWalletError/code`` is the same number
/// without a closed list, because a wallet may send others.
public enum ErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// The user declined in the wallet.
    case cancel = 0
    /// Done.
    case success = 1
    /// The request failed for a reason without a code of its own.
    case failure = 2
    /// A wallet is installed but could not be opened. Raised by the SDK.
    case cannotWakeUp = 10001
    /// No wallet is installed. Raised by the SDK.
    case notInstall = 10002
    /// The account is frozen.
    case freezed = 10003
    /// A request was made before the SDK was initialised. Raised by the SDK.
    case uninitialized = 10004
    /// No answer came in time, to the SDK's request or to the wallet's transaction or POST.
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
    /// A parameter of the request is invalid. Raised by the wallet and, before the wallet is opened, by the SDK.
    case illegalParameter = 10012
    /// The balance is too low.
    case insufficientBalance = 10013
    /// The account cannot be used at present.
    case MYKEYAccountUnavailable = 10014
}
