import Foundation
import MYKEYWire

/// The dapp's description for light mode, where the dapp has no key and no accounts of its own (MYKEY sheet 2.2).
public final class InitSimpleRequest: NSObject {
    /// The name shown to the user. The dapp's key is derived from it.
    public var dappName: String = ""
    /// The URL of an icon of at least 144 × 144 pixels.
    public var dappIcon: String = ""
    /// The URL scheme that the app has registered and the wallet answers to, such as `demoscheme`, without colon and slashes.
    public var scheme: String = ""
    /// True to not open ``installPage`` when no wallet is found.
    public var disableInstall: Bool = false
    /// A wish for fewer prompts on contract calls. Kept for existing apps; the request format has no field for it.
    public var contractPromptFree: Bool = false
    /// The URL of a page to open when no wallet is found. Empty for none.
    public var installPage: String = ""
    /// The user id to send. If it is empty, each initialisation uses a random one. A device id would be bad, because it follows its user from dapp to
    /// dapp and never changes (MYKEY sheet 9.1, 11.2). An app that wants the original behaviour can set its identifier for vendor here.
    public var userID: String = ""
    /// Always `MYKEYSimple`.
    public var `protocol`: String { MYKEYProtocol.simple.rawValue }

    /// Creates an empty description for light mode.
    public override init() { super.init() }
}
