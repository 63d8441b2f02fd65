import Foundation
import MYKEYWire

/// The dapp's description for two-way binding, where the dapp has an issued key and its own user ids (MYKEY sheet 2.2).
public final class InitRequest: NSObject {
    /// The id issued to the dapp. It is sent as `appKey` and comes back as `dapp_key`.
    public var appKey: String = ""
    /// The dapp's id of its user. It is sent as `uuID` and `userId` in upper case, as Foundation prints it. A server that compares letter by
    /// letter must expect that. ``uuidText`` sends another form.
    public var UUID: Foundation.UUID?
    /// The dapp's id of its user, sent unchanged. It takes precedence over ``UUID`` when it is not empty.
    public var uuidText: String = ""
    /// The name shown to the user.
    public var dappName: String = ""
    /// The URL of an icon of at least 144 × 144 pixels.
    public var dappIcon: String = ""
    /// The URL scheme that the app has registered and the wallet answers to, such as `demoscheme`, without colon and slashes.
    public var scheme: String = ""
    /// True to not open ``installPage`` when no wallet is found.
    public var disableInstall: Bool = false
    /// The host of the original SDK's API. Kept for existing apps; Herald does not use it.
    public var mykeyServer: String = ""
    /// A wish for fewer prompts on contract calls. Kept for existing apps; the request format has no field for it.
    public var contractPromptFree: Bool = false
    /// The URL of a page to open when no wallet is found. Empty for none. There is no default, because the original SDK's page is gone and its domain
    /// may now belong to anybody.
    public var installPage: String = ""
    /// `MYKEY`, or `MYKEYSimple` when created from an ``InitSimpleRequest``.
    public var `protocol`: String = MYKEYProtocol.mykey.rawValue

    /// Creates an empty description for two-way binding.
    public override init() { super.init() }

    /// Creates a description for light mode. The key is ``LightIdentity/appKey(dappName:)``. The user id is the request's, or a random one if that is
    /// empty.
    public init(initSimpleRequest: InitSimpleRequest) {
        super.init()
        appKey = LightIdentity.appKey(dappName: initSimpleRequest.dappName)
        uuidText = initSimpleRequest.userID.isEmpty ? LightIdentity.randomUserID() : initSimpleRequest.userID
        dappName = initSimpleRequest.dappName
        dappIcon = initSimpleRequest.dappIcon
        scheme = initSimpleRequest.scheme
        disableInstall = initSimpleRequest.disableInstall
        contractPromptFree = initSimpleRequest.contractPromptFree
        installPage = initSimpleRequest.installPage
        `protocol` = initSimpleRequest.protocol
    }
}
