import Foundation
import MYKEYWire

/// What the dapp is, for two-way binding: a key issued to the dapp and the dapp's own user id (MYKEY sheet 2.2).
public final class InitRequest: NSObject {
    /// The id issued to the dapp. Goes out as `appKey` and comes back as `dapp_key`.
    public var appKey: String = ""
    /// The dapp's id of its user. Goes out as `uuID` and `userId`, in upper-case letters, as Foundation prints it. A server that compares
    /// letter by letter must expect that; ``uuidText`` sends another form.
    public var UUID: Foundation.UUID?
    /// The dapp's id of its user, letter by letter; wins over ``UUID`` when it is not empty.
    public var uuidText: String = ""
    /// The name shown to the user.
    public var dappName: String = ""
    /// The address of an icon, at least 144 × 144 pixels.
    public var dappIcon: String = ""
    /// The bare scheme that the app has registered and the wallet answers to, such as `demoscheme`.
    public var scheme: String = ""
    /// Whether ``installPage`` stays closed when no wallet is found.
    public var disableInstall: Bool = false
    /// The host of the original SDK's API. Kept for users' code; nothing asks it.
    public var mykeyServer: String = ""
    /// A wish for fewer prompts on contract calls. Kept for users' code; the request format has no place for it.
    public var contractPromptFree: Bool = false
    /// The page to show when no wallet is found; empty: none. The page that the original SDK opened is gone, and a dead domain may
    /// belong to anybody: so there is no default.
    public var installPage: String = ""
    /// `MYKEY`, or `MYKEYSimple` when made from an ``InitSimpleRequest``.
    public var `protocol`: String = MYKEYProtocol.mykey.rawValue

    /// Two-way binding, with nothing filled in.
    public override init() { super.init() }

    /// Light mode in the form of binding mode: the key is ``LightIdentity/appKey(dappName:)``, the user id is the request's or drawn at
    /// random.
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
