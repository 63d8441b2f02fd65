/// The data from the last initialisation (MYKEY sheet 2.1). It is empty before the first initialisation.
extension MYKEYWallet {
    /// The dapp's key.
    public var appKey: String { facts.configuration.appKey }
    /// The URL scheme that the wallet opens to answer.
    public var scheme: String { facts.configuration.scheme }
    /// The user id for requests that contain no user id of their own. In light mode, the app must send this id to its server before the
    /// user logs in.
    public var uuid: String { facts.configuration.userID }
    /// The name shown to the user.
    public var dappName: String { facts.configuration.dappName }
    /// The address of the icon.
    public var dappIcon: String { facts.configuration.dappIcon }
    /// The value of `protocol` in requests: `MYKEY` or `MYKEYSimple`.
    public var `protocol`: String { facts.configuration.protocolName }
    /// The host of the original SDK's API, as the app has set it. Herald does not use it.
    public var mykeyServer: String { facts.mykeyServer }
    /// True if opening the install page is disabled. Otherwise the page is opened if no wallet is found.
    public var disableInstall: Bool { facts.configuration.disableInstall }
    /// True if the app has asked for fewer prompts. Herald does not use this.
    public var contractPromptFree: Bool { facts.contractPromptFree }
}
