import Foundation
import MYKEYWire

/// The dapp's description of itself for light mode, in which the dapp has no issued key and no accounts of its own (MYKEY sheet 2.2).
public final class InitSimpleRequest: NSObject {
    /// The name that is shown to the user. The dapp's key is derived from it.
    public var dappName: String = ""
    /// The URL of an icon of at least 144 × 144 pixels.
    public var dappIcon: String = ""
    /// The URL scheme that the app has registered. The wallet opens it to answer. It is written without colon and slashes, such as
    /// `demoscheme`.
    public var scheme: String = ""
    /// True if opening ``installPage`` is disabled. Otherwise the page is opened if no wallet is found.
    public var disableInstall: Bool = false
    /// True if the app wants fewer prompts for contract calls. The property has no effect, because the request format cannot express it. It
    /// exists so that existing apps compile.
    public var contractPromptFree: Bool = false
    /// The URL of a page to open when no wallet is found. If it is empty, no page is opened.
    public var installPage: String = ""
    /// The user id to send. If it is empty, each initialisation uses a random one. Do not use a device id. It never changes, so all dapps
    /// could recognise the user by it (MYKEY sheet 9.1, 11.2). An app that needs the original SDK's behaviour can set its identifier for
    /// vendor.
    public var userID: String = ""
    /// The value of `protocol`, which is always `MYKEYSimple`.
    public var `protocol`: String { MYKEYProtocol.simple.rawValue }

    /// Creates an empty description for light mode.
    public override init() { super.init() }
}
