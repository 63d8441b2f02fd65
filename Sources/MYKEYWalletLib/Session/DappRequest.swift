import HeraldJSON
import MYKEYWire

/// A dapp's request, without the data about the dapp.
public struct DappRequest: Sendable, Hashable {
    /// The action, one of four, with its fields.
    public var payload: WalletRequest.Payload
    /// The chain. If it is `nil`, the wallet chooses the chain.
    public var chain: MYKEYChain?
    /// A user id that the dapp's server created for this login only. If it is `nil`, the configuration's user id is sent.
    ///
    /// Set it only in light mode or in a form of SimpleWallet. Two-way binding needs the same user id in every request: the wallet binds the
    /// id of the first login, and refuses other ids with 10009 or 10010.
    public var uuID: String?

    /// Creates a request. By default, the wallet chooses the chain.
    public init(_ payload: WalletRequest.Payload, chain: MYKEYChain? = nil, uuID: String? = nil) {
        self.payload = payload
        self.chain = chain
        self.uuID = uuID
    }

    /// The members of the request as `Any` for older code, without the members that describe the dapp.
    var members: [String: Any] {
        var members = FoundationJSON.members(
            of: String(
                decoding: WalletRequest(protocol: .mykey, uuID: uuID, chain: chain, payload: payload).json(),
                as: UTF8.self))
        for key in ["protocol", "version", "appKey", "uuID", "dappName", "dappIcon", "callback"] { members[key] = nil }
        return members
    }
}
