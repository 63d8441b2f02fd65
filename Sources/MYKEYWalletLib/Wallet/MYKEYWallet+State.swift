/// What the last initialisation said (MYKEY sheet 2.1); empty before the first.
extension MYKEYWallet {
    /// The dapp's key.
    public var appKey: String { facts.configuration.appKey }
    /// The scheme that the wallet answers to.
    public var scheme: String { facts.configuration.scheme }
    /// The user id of requests that bring none of their own. In light mode the app's server has to know it before the user logs in.
    public var uuid: String { facts.configuration.userID }
    /// The name shown to the user.
    public var dappName: String { facts.configuration.dappName }
    /// The address of the icon.
    public var dappIcon: String { facts.configuration.dappIcon }
    /// `MYKEY` or `MYKEYSimple`.
    public var `protocol`: String { facts.configuration.protocolName }
    /// The host of the original SDK's API; nothing asks it.
    public var mykeyServer: String { facts.mykeyServer }
    /// Whether the install page stays closed when no wallet is found.
    public var disableInstall: Bool { facts.configuration.disableInstall }
    /// The wish for fewer prompts; nothing reads it.
    public var contractPromptFree: Bool { facts.contractPromptFree }
}
