/// How a URL gets to the wallet: the system's opener on a phone, a wallet in the same process, one that listens on loopback, a QR code
/// (MYKEY sheet 3.5).
public protocol URLOpening: Sendable {
    /// Whether something answers to the scheme.
    /// - Parameter scheme: such as `mykey`, in lower case, without colon.
    func canOpen(scheme: String) async -> Bool

    /// Hands the URL over. Returns as soon as it is handed over: the user may take minutes to decide.
    /// - Parameter url: the request, or a page to show.
    /// - Returns: whether somebody took it.
    func open(_ url: String) async -> Bool

    /// Hands the URL over, for openers that bring the wallet's answer back themselves. The others need not implement it: their answers
    /// come to the app as URLs, and the app gives them to ``DappSession/handle(_:)``.
    ///
    /// Such an opener returns when the answer is there, or when there will be none; its task is cancelled when the request ends before.
    /// - Parameters:
    ///   - url: the request, or a page to show.
    ///   - answers: takes each answer URL, as ``DappSession/handle(_:)`` does. May be called from any thread.
    /// - Returns: whether somebody took it, and has not gone away without an answer.
    func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool
}

extension URLOpening {
    /// Hands the URL over and leaves the answers to the system.
    /// - Parameters:
    ///   - url: the request, or a page to show.
    ///   - answers: not called.
    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool { await open(url) }
}
