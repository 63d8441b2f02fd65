import Foundation
import MYKEYWire

/// A request in SimpleWallet's own words, for ``MYKEYWallet/redirectToMYKEYWithSimpleWallet(baseRequest:response:)`` (MYKEY sheet 2.1,
/// 3.3). Use one of its four subclasses; each property is the member of the same name.
public class BaseProtocolRequest: NSObject {
    /// `SimpleWallet` unless set.
    public var `protocol`: String = ConfigConstants.SIMPLE_WALLET_PROTOCOL.rawValue
    /// `1.0`, the only one.
    public var version: String = ConfigConstants.MYKEY_WALLET_VERSION.rawValue
    /// The name shown to the user; empty: the one given at initialisation.
    public var dappName: String = ""
    /// The address of an icon; empty: the one given at initialisation.
    public var dappIcon: String = ""
    /// What is asked; the subclass decides, and another word makes the request fail with 10012.
    public var action: String = ""
    /// For a login the one-time id that the dapp's server minted; empty: the user id given at initialisation.
    public var uuID: String = ""
    /// `EOS`, `ETH`, `ANY` or empty: the wallet chooses.
    public var chain: String = ""

    override init() { super.init() }

    /// The members of the request as they go out, without those that the session gives; empty when they have no such form.
    public func dictionary() -> [String: Any] { (try? asked()).map { $0.members } ?? [:] }

    func asked() throws(MYKEYWalletError) -> DappRequest { throw .refused("action", "a request of one of the four kinds was expected") }

    func asked(_ payload: WalletRequest.Payload, _ action: WalletAction) throws(MYKEYWalletError) -> DappRequest {
        guard version == MYKEYProtocol.version else { throw .refused("version", "only version \(MYKEYProtocol.version) is known") }
        guard self.action == action.rawValue else { throw .refused("action", "this kind of request is for \(action.rawValue)") }
        return DappRequest(payload, chain: try MYKEYChain(asked: chain, field: "chain"), uuID: uuID.isEmpty ? nil : uuID)
    }
}
