import HeraldJSON
import MYKEYWire

/// A dapp's request without the facts about the dapp.
public struct DappRequest: Sendable, Hashable {
    /// One of the four actions with its fields.
    public var payload: WalletRequest.Payload
    /// The chain. `nil` lets the wallet choose.
    public var chain: MYKEYChain?
    /// The user id of this request only, created by the dapp's server for one login. `nil` uses the configuration's.
    public var uuID: String?

    /// Creates a request. The wallet chooses the chain by default.
    public init(_ payload: WalletRequest.Payload, chain: MYKEYChain? = nil, uuID: String? = nil) {
        self.payload = payload
        self.chain = chain
        self.uuID = uuID
    }

    /// The members without the facts about the dapp, as `Any` for older code.
    var members: [String: Any] {
        var members = FoundationJSON.members(
            of: String(
                decoding: WalletRequest(protocol: .mykey, uuID: uuID, chain: chain, payload: payload).json(),
                as: UTF8.self))
        for key in ["protocol", "version", "appKey", "uuID", "dappName", "dappIcon", "callback"] { members[key] = nil }
        return members
    }
}
