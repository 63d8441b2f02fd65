import MYKEYWire

/// Who asks: what a dapp says of itself in every request (MYKEY sheet 2.2, 3.3). None of it is secret, and none of it proves anything.
public struct DappConfiguration: Sendable, Hashable {
    /// The id issued to the dapp, or in light mode the one derived from its name.
    public var appKey: String
    /// The user id of requests that bring none of their own.
    public var userID: String
    /// The name shown to the user.
    public var dappName: String
    /// The address of an icon; empty: none.
    public var dappIcon: String
    /// The bare scheme that the wallet answers to, such as `demoscheme`; empty: not initialised, and every request fails with 10004.
    public var scheme: String
    /// Whether ``installPage`` stays closed when no wallet is found.
    public var disableInstall: Bool
    /// The page to show when no wallet is found; empty: none.
    public var installPage: String
    /// The value of `protocol`; an unknown word makes every request fail with 10012.
    var protocolName: String

    /// Two-way binding: the dapp has a key and accounts of its own.
    public static func binding(
        appKey: String, userID: String, dappName: String, dappIcon: String = "", scheme: String, installPage: String = ""
    ) -> DappConfiguration {
        DappConfiguration(
            appKey: appKey, userID: userID, dappName: dappName, dappIcon: dappIcon, scheme: scheme, disableInstall: installPage.isEmpty,
            installPage: installPage, protocolName: MYKEYProtocol.mykey.rawValue)
    }

    /// Light mode: no key, no accounts.
    /// - Parameters:
    ///   - dappName: the name shown to the user; the dapp's key is derived from it.
    ///   - dappIcon: the address of an icon; empty: none.
    ///   - scheme: the bare scheme that the wallet answers to.
    ///   - userID: drawn at random when not given. Never a device id: it would follow the user from dapp to dapp
    ///     (MYKEY sheet 9.1, 11.2).
    ///   - installPage: the page to show when no wallet is found; empty: none.
    public static func light(
        dappName: String, dappIcon: String = "", scheme: String, userID: String? = nil, installPage: String = ""
    ) -> DappConfiguration {
        DappConfiguration(
            appKey: LightIdentity.appKey(dappName: dappName), userID: userID ?? LightIdentity.randomUserID(), dappName: dappName,
            dappIcon: dappIcon, scheme: scheme, disableInstall: installPage.isEmpty, installPage: installPage,
            protocolName: MYKEYProtocol.simple.rawValue)
    }

    /// The protocol; `nil` when an app has set an unknown word.
    public var `protocol`: MYKEYProtocol? { MYKEYProtocol(exactly: protocolName) }
}
