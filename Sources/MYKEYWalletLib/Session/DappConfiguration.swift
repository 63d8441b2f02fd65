import MYKEYWire

/// The data about a dapp that every request contains (MYKEY sheet 2.2, 3.3). The data is not secret, and it proves nothing.
public struct DappConfiguration: Sendable, Hashable {
    /// The id that was issued to the dapp. In light mode, it is derived from the dapp's name.
    public var appKey: String
    /// The user id for requests that contain no user id of their own.
    public var userID: String
    /// The name that is shown to the user.
    public var dappName: String
    /// The URL of an icon. If it is empty, there is no icon.
    public var dappIcon: String
    /// The URL scheme that the wallet opens to answer, such as `demoscheme`. If it is empty, the SDK is not initialised and every request
    /// fails with 10004.
    public var scheme: String
    /// True if opening ``installPage`` is disabled. Otherwise the page is opened if no wallet is found.
    public var disableInstall: Bool
    /// The URL of a page to open when no wallet is found. If it is empty, no page is opened.
    public var installPage: String
    /// The value of `protocol` in requests. If the value is unknown, every request fails with 10012.
    var protocolName: String

    /// Returns a configuration for two-way binding: the wallet's account is bound to an account that the user has at the dapp. In this
    /// mode, the dapp has an issued key.
    public static func binding(
        appKey: String, userID: String, dappName: String, dappIcon: String = "", scheme: String,
        installPage: String = ""
    ) -> DappConfiguration {
        DappConfiguration(
            appKey: appKey, userID: userID, dappName: dappName, dappIcon: dappIcon, scheme: scheme,
            disableInstall: installPage.isEmpty,
            installPage: installPage, protocolName: MYKEYProtocol.mykey.rawValue)
    }

    /// Returns a configuration for light mode, in which the dapp has no issued key and no accounts.
    /// - Parameters:
    ///   - dappName: the name shown to the user. The dapp's key is derived from it.
    ///   - dappIcon: the URL of an icon. Defaults to none.
    ///   - scheme: the URL scheme that the wallet opens to answer.
    ///   - userID: the user id. Defaults to a random one. Never pass a device id, because all dapps could recognise
    ///     the user by it (MYKEY sheet 9.1, 11.2).
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

    /// The protocol in requests. `nil` if the app has set an unknown value.
    public var `protocol`: MYKEYProtocol? { MYKEYProtocol(exactly: protocolName) }
}
