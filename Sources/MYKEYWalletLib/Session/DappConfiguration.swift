import MYKEYWire

/// The facts that a dapp states about itself in every request (MYKEY sheet 2.2, 3.3). None of them is secret, and none proves anything.
public struct DappConfiguration: Sendable, Hashable {
    /// The id issued to the dapp or, in light mode, derived from its name.
    public var appKey: String
    /// The user id for requests without one of their own.
    public var userID: String
    /// The name shown to the user.
    public var dappName: String
    /// The URL of an icon. Empty for none.
    public var dappIcon: String
    /// The URL scheme that the wallet answers to, such as `demoscheme`. If it is empty, the SDK is not initialised and every request fails with
    /// 10004.
    public var scheme: String
    /// True to not open ``installPage`` when no wallet is found.
    public var disableInstall: Bool
    /// The URL of a page to open when no wallet is found. Empty for none.
    public var installPage: String
    /// The value of `protocol`. An unknown word makes every request fail with 10012.
    var protocolName: String

    /// Returns a configuration for two-way binding: the wallet's account is bound to an account that the user has at the dapp. The dapp has a key
    /// of its own.
    public static func binding(
        appKey: String, userID: String, dappName: String, dappIcon: String = "", scheme: String,
        installPage: String = ""
    ) -> DappConfiguration {
        DappConfiguration(
            appKey: appKey, userID: userID, dappName: dappName, dappIcon: dappIcon, scheme: scheme,
            disableInstall: installPage.isEmpty,
            installPage: installPage, protocolName: MYKEYProtocol.mykey.rawValue)
    }

    /// Returns a configuration for light mode, where the dapp has no key and no accounts.
    /// - Parameters:
    ///   - dappName: the name shown to the user. The dapp's key is derived from it.
    ///   - dappIcon: the URL of an icon. Defaults to none.
    ///   - scheme: the URL scheme that the wallet answers to.
    ///   - userID: the user id. Defaults to a random one. Never pass a device id, because it would follow the user from dapp to dapp
    ///     (MYKEY sheet 9.1, 11.2).
    ///   - installPage: the URL of a page to open when no wallet is found. Defaults to none.
    public static func light(
        dappName: String, dappIcon: String = "", scheme: String, userID: String? = nil, installPage: String = ""
    ) -> DappConfiguration {
        DappConfiguration(
            appKey: LightIdentity.appKey(dappName: dappName), userID: userID ?? LightIdentity.randomUserID(),
            dappName: dappName,
            dappIcon: dappIcon, scheme: scheme, disableInstall: installPage.isEmpty, installPage: installPage,
            protocolName: MYKEYProtocol.simple.rawValue)
    }

    /// The protocol. `nil` when the app has set an unknown word.
    public var `protocol`: MYKEYProtocol? { MYKEYProtocol(exactly: protocolName) }
}
