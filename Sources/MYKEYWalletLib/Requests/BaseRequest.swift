import Foundation
import MYKEYWire

/// The properties that all of an app's requests share (MYKEY sheet 2.3). Use one of its four subclasses. All strings are empty by default, except
/// ``chain``, and an empty string counts as absent.
public class BaseRequest: NSObject {
    /// The `https` URL of the dapp's server. The wallet POSTs the signed or executed result to it, and the server's verdict decides.
    public var callbackUrl: String = ""
    /// The text that the wallet shows to the user about this request.
    public var info: String = ""
    /// The chain: `EOS` (the default, as in the original), `ETH`, or `ANY` or an empty string to let the wallet choose.
    public var chain: String = MYKEYChain.eos.rawValue
    /// The user id of this request only, created by the dapp's server for one login. If it is empty, the id from the initialisation is sent. One-time
    /// ids prevent one dapp's login from being used at another (MYKEY sheet 9.1).
    public var uuID: String = ""
    /// The requested action, one of ``WalletActionConstants``. Empty in this class.
    public var action: String { "" }

    override init() { super.init() }

    /// Returns the members of the request as they are sent, without those from the initialisation. Empty when the request cannot be expressed in
    /// JSON.
    public func dictionary() -> [String: Any] { (try? asked()).map { $0.members } ?? [:] }

    /// Returns the request as a value that can be sent to another task.
    func asked() throws(MYKEYWalletError) -> DappRequest {
        throw .refused("action", "a request of one of the four kinds was expected")
    }
}
