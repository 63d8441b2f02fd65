/// The facts from the last initialisation (MYKEY sheet 2.1). Empty before the first one.
extension MYKEYWallet {
    /// The dapp's key.
    public var appKey: String { facts.configuration.appKey }
    /// The URL scheme that the wallet answers to.
    public var scheme: String { facts.configuration.scheme }
    /// The user id for requests without one of their own. In light mode, the app's server must know it before the user logs in.
    public var uuid: String { facts.configuration.userID }
    /// The name shown to the user.
    public var dappName: String { facts.configuration.dappName }
    /// The address of the icon.
    public var dappIcon: String { facts.configuration.dappIcon }
    /// `MYKEY` or `MYKEYSimple`.
    public var `protocol`: String { facts.configuration.protocolName }
    /// The host of the original SDK's API. Herald does not use it.
    public var mykeyServer: String { facts.mykeyServer }
    /// True when the install page is not opened if no wallet is found.
    public var disableInstall: Bool { facts.configuration.disableInstall }
    /// The wish for fewer prompts. Nothing uses it.
    public var contractPromptFree: Bool { facts.contractPromptFree }
}
