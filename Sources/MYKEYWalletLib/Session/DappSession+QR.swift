import MYKEYWire

/// Requests that a phone scans as a QR code from another screen (MYKEY sheet 3.7). The wallet answers to the dapp's server, and the browser
/// gets the result from the server. These requests are not pending in this session.
extension DappSession {
    /// Returns the text of a QR code: the JSON of a SimpleWallet request with an expiry.
    /// - Parameters:
    ///   - request: the request. A login must contain the `uuID` that the server created for it. Everybody who sees
    ///     the QR code can read this id, so the browser must prove its session with another secret.
    ///   - lifetime: the time for which the QR code is valid, at most one hour. Defaults to 5 min.
    ///   - asURL: true to return a URL `simplewallet://eos.io?…`, which the camera app of a phone opens. Defaults to
    ///     false.
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
        let asked = WalletRequest(
            protocol: .simpleWallet, uuID: request.uuID, dappName: configuration.dappName,
            dappIcon: configuration.dappIcon,
            chain: request.chain, expired: environment.now() + lifetime, payload: request.payload)
        do {
            let text = try WalletURL.make(asked, form: asURL ? .simpleWallet : .scannedJSON)
            _ = try WalletURL(text)
            return text
        } catch {
            throw .refused(error.field, error.reason)
        }
    }
}
