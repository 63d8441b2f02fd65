import HeraldJSON
import MYKEYWire

/// What a dapp asks for, without who asks.
public struct DappRequest: Sendable, Hashable {
    /// One of the four actions.
    public var payload: WalletRequest.Payload
    /// `nil`: the wallet chooses.
    public var chain: MYKEYChain?
    /// The user id of this request alone, as minted by the dapp's server for one login; `nil`: the configuration's.
    public var uuID: String?

    /// A request for a chain, or for the one the wallet chooses.
    public init(_ payload: WalletRequest.Payload, chain: MYKEYChain? = nil, uuID: String? = nil) {
        self.payload = payload
        self.chain = chain
        self.uuID = uuID
    }

    /// The members that do not say who asks, as `Any` for older code.
    var members: [String: Any] {
        var members = FoundationJSON.members(
            of: String(decoding: WalletRequest(protocol: .mykey, uuID: uuID, chain: chain, payload: payload).json(), as: UTF8.self))
        for key in ["protocol", "version", "appKey", "uuID", "dappName", "dappIcon", "callback"] { members[key] = nil }
        return members
    }
}
