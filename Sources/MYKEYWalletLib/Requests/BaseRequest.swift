import Foundation
import MYKEYWire

/// The properties that all of an app's requests share (MYKEY sheet 2.3). Use one of its four subclasses. All strings except ``chain`` are
/// empty by default. An empty string counts as absent.
public class BaseRequest: NSObject {
    /// The `https` URL of the dapp's server. The wallet POSTs the signed answer, or the id of the transaction, to this URL. The server
    /// decides if the request was successful.
    public var callbackUrl: String = ""
    /// The text that the wallet shows to the user about this request.
    public var info: String = ""
    /// The chain. Defaults to `EOS`, as in the original SDK. It may also be `ETH`. With `ANY` or an empty string, the wallet chooses the
    /// chain.
    public var chain: String = MYKEYChain.eos.rawValue
    /// A user id that the dapp's server created for this login only. If it is empty, the id from the initialisation is sent. A one-time id
    /// prevents a login for one dapp from being used at another (MYKEY sheet 9.1).
    ///
    /// Set it only in light mode (``MYKEYWallet/initWalletSimple(initSimpleData:)``). Two-way binding needs the same user id in every
    /// request: the wallet binds the id of the first login, and refuses other ids with 10009 or 10010.
    public var uuID: String = ""
    /// The requested action, one of ``WalletActionConstants``. It is empty in this class, and set by the subclasses.
    public var action: String { "" }

    override init() { super.init() }

    /// Returns the members of the request as they are sent, without the members that the initialisation supplies. The result is empty if
    /// the request cannot be expressed in JSON.
    public func dictionary() -> [String: Any] { (try? asked()).map { $0.members } ?? [:] }

    /// Returns the request as a `Sendable` value.
    func asked() throws(MYKEYWalletError) -> DappRequest {
        throw .refused("action", "a request of one of the four kinds was expected")
    }
}
