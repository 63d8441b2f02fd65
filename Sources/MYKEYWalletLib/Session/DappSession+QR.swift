import Foundation
import MYKEYWire

/// Requests that a phone scans from another screen (MYKEY sheet 3.7). The wallet answers to the dapp's server, and the browser asks the server.
/// Nothing is pending here.
extension DappSession {
    /// Returns the text of a QR code: the JSON of a SimpleWallet request with an expiry.
    /// - Parameters:
    ///   - request: the request. A login must have the `uuID` that the server created for it. Everybody who sees the code can read that id, so the
    ///     browser must prove its session by other means.
    ///   - lifetime: how long the code is valid, at most one hour. Defaults to five minutes.
    ///   - asURL: true to return `simplewallet://eos.io?…`, which phones open from their camera. Defaults to false.
    /// - Throws: ``MYKEYWalletError`` 10012 naming the field.
    public func qrText(
        for request: DappRequest, lifetime: Duration = .seconds(300), asURL: Bool = false
    ) throws(MYKEYWalletError) -> String {
        guard request.payload.action != .login || request.uuID?.isEmpty == false else {
            throw .refused("uuID", "a login by QR code needs an id that the server made for it alone")
        }
        guard lifetime > .zero, lifetime <= WalletRequest.longestLife else {
            throw .refused("expired", "a lifetime of up to one hour was expected")
        }
        guard let seconds = Int64(exactly: environment.now().timeIntervalSince1970.rounded(.down)) else {
            throw .refused("expired", "the clock shows a time that no request can contain")
        }
        let asked = WalletRequest(
            protocol: .simpleWallet, uuID: request.uuID, dappName: configuration.dappName,
            dappIcon: configuration.dappIcon,
            chain: request.chain, expired: UnixTime(seconds: seconds) + lifetime, payload: request.payload)
        do {
            let text = try WalletURL.make(asked, form: asURL ? .simpleWallet : .scannedJSON)
            _ = try WalletURL(text)
            return text
        } catch {
            throw .refused(error.field, error.reason)
        }
    }
}
