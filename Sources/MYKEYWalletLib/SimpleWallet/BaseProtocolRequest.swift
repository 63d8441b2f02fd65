import Foundation
import MYKEYWire

/// A request with the member names of SimpleWallet, for ``MYKEYWallet/redirectToMYKEYWithSimpleWallet(baseRequest:response:)`` (MYKEY sheet
/// 2.1, 3.3). Use one of its four subclasses. Each property is the member of the same name.
public class BaseProtocolRequest: NSObject {
    /// The protocol. Defaults to `SimpleWallet`. Any other value makes the request fail with 10012.
    public var `protocol`: String = ConfigConstants.SIMPLE_WALLET_PROTOCOL.rawValue
    /// The version of the protocol. The only version is `1.0`.
    public var version: String = ConfigConstants.MYKEY_WALLET_VERSION.rawValue
    /// The name that is shown to the user. If it is empty, the name from the initialisation is used.
    public var dappName: String = ""
    /// The URL of an icon. If it is empty, the icon from the initialisation is used.
    public var dappIcon: String = ""
    /// The requested action. The subclass sets it. Any other value makes the request fail with 10012.
    public var action: String = ""
    /// For a login, the one-time id that the dapp's server created. If it is empty, the user id from the initialisation is used.
    public var uuID: String = ""
    /// The chain: `EOS` or `ETH`. With `ANY` or an empty string, the wallet chooses the chain.
    public var chain: String = ""

    override init() { super.init() }

    /// Returns the members of the request as they are sent, without the members that the session supplies. The result is empty if the
    /// request cannot be expressed in JSON.
    public func dictionary() -> [String: Any] { (try? asked()).map { $0.members } ?? [:] }

    func asked() throws(MYKEYWalletError) -> DappRequest {
        throw .refused("action", "a request of one of the four kinds was expected")
    }

    func asked(_ payload: WalletRequest.Payload, _ action: WalletAction) throws(MYKEYWalletError) -> DappRequest {
        guard `protocol` == MYKEYProtocol.simpleWallet.rawValue else {
            throw .refused("protocol", "only the protocol \(MYKEYProtocol.simpleWallet.rawValue) is sent")
        }
        guard version == MYKEYProtocol.version else {
            throw .refused("version", "only version \(MYKEYProtocol.version) is supported")
        }
        guard self.action == action.rawValue else {
            throw .refused("action", "this kind of request is for \(action.rawValue)")
        }
        return DappRequest(
            payload, chain: try MYKEYChain(asked: chain, field: "chain"), uuID: uuID.isEmpty ? nil : uuID)
    }
}
