import Foundation
import MYKEYWire

/// What the dapp is, for light mode: no key and no accounts of its own (MYKEY sheet 2.2).
public final class InitSimpleRequest: NSObject {
    /// The name shown to the user; the dapp's key is derived from it.
    public var dappName: String = ""
    /// The address of an icon, at least 144 × 144 pixels.
    public var dappIcon: String = ""
    /// The bare scheme that the app has registered and the wallet answers to, such as `demoscheme`.
    public var scheme: String = ""
    /// Whether ``installPage`` stays closed when no wallet is found.
    public var disableInstall: Bool = false
    /// A wish for fewer prompts on contract calls. Kept for users' code; the request format has no place for it.
    public var contractPromptFree: Bool = false
    /// The page to show when no wallet is found; empty: none.
    public var installPage: String = ""
    /// The user id to send. Empty: a random one for each initialisation, because a device id follows its user from dapp to dapp and
    /// never changes (MYKEY sheet 9.1, 11.2). An app that wants the original behaviour sets its identifier for vendor here.
    public var userID: String = ""
    /// Always `MYKEYSimple`.
    public var `protocol`: String { MYKEYProtocol.simple.rawValue }

    /// Light mode, with nothing filled in.
    public override init() { super.init() }
}
