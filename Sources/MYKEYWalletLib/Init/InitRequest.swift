import Foundation
import MYKEYWire

/// The dapp's description of itself for two-way binding, in which the dapp has an issued key and its own user ids (MYKEY sheet 2.2).
public final class InitRequest: NSObject {
    /// The id that was issued to the dapp. It is sent as `appKey`, and the callback contains it as `dapp_key`.
    public var appKey: String = ""
    /// The dapp's id of its user. It is sent as `uuID` and `userId`, in upper case as Foundation prints it. A server that compares texts
    /// exactly must expect upper case. To send another form, use ``uuidText``.
    public var UUID: Foundation.UUID?
    /// The dapp's id of its user, sent unchanged. If it is not empty, it is used instead of ``UUID``.
    public var uuidText: String = ""
    /// The name shown to the user.
    public var dappName: String = ""
    /// The URL of an icon of at least 144 × 144 pixels.
    public var dappIcon: String = ""
    /// The URL scheme that the app has registered. The wallet opens it to answer. It is written without colon and slashes, such as
    /// `demoscheme`.
    public var scheme: String = ""
    /// True if opening ``installPage`` is disabled. Otherwise the page is opened if no wallet is found.
    public var disableInstall: Bool = false
    /// The host of the original SDK's API. Herald does not use it. The property exists so that existing apps compile.
    public var mykeyServer: String = ""
    /// True if the app wants fewer prompts for contract calls. The property has no effect, because the request format cannot express it. It
    /// exists so that existing apps compile.
    public var contractPromptFree: Bool = false
    /// The URL of a page to open when no wallet is found. If it is empty, no page is opened. There is no default page, because the original
    /// SDK's page is gone and its domain may now belong to anybody.
    public var installPage: String = ""
    /// `MYKEY`, or `MYKEYSimple` when created from an ``InitSimpleRequest``.
    public var `protocol`: String = MYKEYProtocol.mykey.rawValue

    /// Creates an empty description for two-way binding.
    public override init() { super.init() }

    /// Creates a description for light mode. The key is ``LightIdentity/appKey(dappName:)``. The user id is taken from `initSimpleRequest`.
    /// If it has none, a random id is used.
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
