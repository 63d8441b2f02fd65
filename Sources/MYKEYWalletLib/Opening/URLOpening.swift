/// Brings a URL to the wallet: through the system on a phone, to a wallet in the same process or on loopback, or as a QR code
/// (MYKEY sheet 3.5).
public protocol URLOpening: Sendable {
    /// Returns true when an app handles the scheme.
    /// - Parameter scheme: the scheme in lower case without a colon, such as `mykey`.
    func canOpen(scheme: String) async -> Bool

    /// Opens a URL. Returns as soon as the URL has been handed over, because the user may take minutes to decide.
    /// - Parameter url: the URL of the request, or of a page to show.
    /// - Returns: true when the URL was accepted.
    func open(_ url: String) async -> Bool

    /// Opens a URL and passes the wallet's answers on. Only openers that receive answers themselves need to implement it. With other openers the
    /// answers come to the app as URLs, and the app passes them to ``DappSession/handle(_:)``.
    ///
    /// Such an opener returns when the answer has arrived or none will come. Its task is cancelled when the request ends first.
    /// - Parameters:
    ///   - url: the URL of the request, or of a page to show.
    ///   - answers: receives each answer URL, like ``DappSession/handle(_:)``. May be called on any thread.
    /// - Returns: false when the URL was not accepted, or when the wallet went away without an answer.
    func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool
}

extension URLOpening {
    /// Opens a URL and leaves the answers to the system.
    /// - Parameters:
    ///   - url: the URL of the request, or of a page to show.
    ///   - answers: never called.
    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool { await open(url) }
}
