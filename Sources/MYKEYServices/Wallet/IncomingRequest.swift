import MYKEYWire

/// A request that was parsed and passed the checks that need no network.
struct IncomingRequest: Sendable {
    let request: WalletRequest
    /// The way back to the dapp. `nil` for a scanned request or a SimpleWallet request without a callback. Then only the server gets the
    /// answer.
    let route: ReturnRoute?
    let server: ServerAddress?

    init(_ request: WalletRequest, route: ReturnRoute?, isScanned: Bool, now: UnixTime) throws(WalletStop) {
        do {
            try request.requireUnexpired(now: now, isScanned: isScanned)
            server = try request.serverURL.map { text throws(MYKEYServicesError) in try ServerAddress(text) }
        } catch let error as MYKEYError {
            throw .refused(error.description)
        } catch {
            throw .refused("\(error)")
        }
        guard route != nil || server != nil else {
            throw .refused("the request names neither a callback nor a server, so no program would get the answer")
        }
        self.request = request
        self.route = route
    }

    /// True if the answer to this text uses the base protocol, with only `result` and the id of a transaction (MYKEY sheet 3.1).
    static func isPlain(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "{") || (try? LinkParts(text))?.scheme == WalletURL.simpleWalletScheme
    }
}
