import Foundation
import MYKEYWire

/// What every request of an app has (MYKEY sheet 2.3). Use one of its four subclasses. All texts begin empty, and an empty one counts
/// as not given.
public class BaseRequest: NSObject {
    /// The address of the dapp's server to which the wallet POSTs what was signed or done; its verdict decides. With `https`.
    public var callbackUrl: String = ""
    /// What the wallet shows to the user about this request.
    public var info: String = ""
    /// `EOS` (as in the original), `ETH`, `ANY` (the wallet chooses) or empty (the same).
    public var chain: String = MYKEYChain.eos.rawValue
    /// The user id of this request alone, as minted by the dapp's server for one login; empty: the one given at initialisation. One-time
    /// ids are what keeps one dapp's login from being used at another (MYKEY sheet 9.1).
    public var uuID: String = ""
    /// What is asked: one of ``WalletActionConstants``; empty in this class.
    public var action: String { "" }

    override init() { super.init() }

    /// The members of the request as they go out, without those that initialisation gives; empty when they have no such form.
    public func dictionary() -> [String: Any] { (try? asked()).map { $0.members } ?? [:] }

    /// The same as a value that can cross to another task.
    func asked() throws(MYKEYWalletError) -> DappRequest { throw .refused("action", "a request of one of the four kinds was expected") }
}
