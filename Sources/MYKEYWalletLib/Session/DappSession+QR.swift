import Foundation
import MYKEYWire

/// Requests that a phone reads from another screen (MYKEY sheet 3.7). Their answer goes to the dapp's server, and the browser asks the
/// server; nothing is pending here.
extension DappSession {
    /// What the QR code holds: the JSON of a SimpleWallet request that says when it ends.
    /// - Parameters:
    ///   - request: for a login with the `uuID` that the server minted for it. Everybody who sees the code can read that id: the browser
    ///     must prove its session by something else.
    ///   - lifetime: how long the code is good, up to an hour. Defaults to five minutes.
    ///   - asURL: whether to wrap it into `simplewallet://eos.io?…`, which phones open from their camera.
    /// - Throws: ``MYKEYWalletError`` 10012 that names the field.
    public func qrText(
        for request: DappRequest, lifetime: Duration = .seconds(300), asURL: Bool = false
    ) throws(MYKEYWalletError) -> String {
        guard request.payload.action != .login || request.uuID?.isEmpty == false else {
            throw .refused("uuID", "a login by QR code needs an id that the server made for it alone")
        }
        guard lifetime > .zero, lifetime <= .seconds(WalletRequest.longestLife) else {
            throw .refused("expired", "a lifetime of up to one hour was expected")
        }
        let now = Int64(exactly: environment.now().timeIntervalSince1970.rounded(.down)) ?? 0
        let asked = WalletRequest(
            protocol: .simpleWallet, uuID: request.uuID, dappName: configuration.dappName, dappIcon: configuration.dappIcon,
            chain: request.chain, expired: now + lifetime.components.seconds, payload: request.payload)
        do {
            let text = try WalletURL.make(asked, form: asURL ? .simpleWallet : .scannedJSON)
            _ = try WalletURL(text)
            return text
        } catch {
            throw .refused(error.field, error.reason)
        }
    }
}
