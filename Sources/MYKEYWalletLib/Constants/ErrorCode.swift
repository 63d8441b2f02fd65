/// The result codes of MYKEY's SDK by the names that its users' code says (MYKEY sheet 2.6). ``MYKEYWalletError/code`` is the same number
/// without the closed list, for a wallet may send others.
public enum ErrorCode: Int, Sendable, Hashable, CaseIterable {
    /// The user declined in the wallet.
    case cancel = 0
    /// Done.
    case success = 1
    /// Failed, for a reason that has no code of its own.
    case failure = 2
    /// The wallet is there and could not be opened. Raised by the SDK.
    case cannotWakeUp = 10001
    /// No wallet is installed. Raised by the SDK.
    case notInstall = 10002
    /// The account is frozen.
    case freezed = 10003
    /// The SDK was asked before it was initialised. Raised by the SDK.
    case uninitialized = 10004
    /// No answer in time: to the SDK's request, or to the wallet's transaction or POST.
    case timeOut = 10005
    /// The account is bound to this user already.
    case duplicateBound = 10006
    /// Nothing is bound; log in first.
    case unbound = 10007
    /// The dapp's side is bound, the wallet's is not.
    case dappBounded = 10008
    /// The wallet's side is bound already.
    case MYKEYBounded = 10009
    /// Both sides are bound, but not to each other.
    case boundInfoMismatch = 10010
    /// The wallet has no account on the chain asked for.
    case MYKEYAccountNotExist = 10011
    /// A parameter of the request cannot be accepted. Raised by the wallet and, before anything is opened, by the SDK.
    case illegalParameter = 10012
    /// The balance is too low.
    case insufficientBalance = 10013
    /// The account cannot be used at present.
    case MYKEYAccountUnavailable = 10014
}
