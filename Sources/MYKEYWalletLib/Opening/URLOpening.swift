/// Brings a URL to the wallet (MYKEY sheet 3.5). It may use the system on a phone, a wallet in the same process or on the loopback address,
/// or a QR code.
public protocol URLOpening: Sendable {
    /// Returns true when an app handles the scheme.
    /// - Parameter scheme: the scheme in lower case without a colon, such as `mykey`.
    func canOpen(scheme: String) async -> Bool

    /// Opens a URL. Returns as soon as the URL was handed over and does not wait for the user, who may take minutes to decide.
    /// - Parameter url: the URL of the request, or of a page to show.
    /// - Returns: true when the URL was accepted.
    func open(_ url: String) async -> Bool

    /// Opens a URL and passes the wallet's answers on. Only openers that receive answers themselves need to implement it. With other
    /// openers, the system opens the app with the answer URLs, and the app passes them to ``DappSession/handle(_:)``.
    ///
    /// An opener that receives answers returns when the answer has arrived, or when none will come. If the request ends first, the opener's
    /// task is cancelled.
    /// - Parameters:
    ///   - url: the URL of the request, or of a page to show.
    ///   - answers: receives each answer URL, like ``DappSession/handle(_:)``. May be called on any thread.
    /// - Returns: false if the URL was not accepted, or if the wallet ended without an answer.
    func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool
}

extension URLOpening {
    /// Opens a URL and does not receive answers. The system passes them to the app.
    /// - Parameters:
    ///   - url: the URL of the request, or of a page to show.
    ///   - answers: never called.
    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool { await open(url) }
}

/// An opener for systems that cannot open URLs. Every request fails with 10002 (wallet not installed).
public struct NoOpener: URLOpening {
    /// Creates an opener that opens nothing.
    public init() {}
    public func canOpen(scheme: String) async -> Bool { false }
    public func open(_ url: String) async -> Bool { false }
}

/// Shows the URL instead of opening it, in a terminal or as a QR code for a phone. A request never fails with 10002, because every URL can
/// be shown. The wallet's answer reaches the app in another way, such as through the server.
public struct PrintingOpener: URLOpening {
    private let show: @Sendable (String) -> Void

    /// Creates an opener that calls `show` with each URL. By default it prints the URL to standard output.
    public init(show: @escaping @Sendable (String) -> Void = { print($0) }) { self.show = show }

    public func canOpen(scheme: String) async -> Bool { true }

    public func open(_ url: String) async -> Bool {
        show(url)
        return true
    }
}

/// The opener that ``MYKEYWallet`` uses by default.
enum SystemOpener {
    /// The opener of the system. On Apple systems it is ``AppURLOpener``. On other systems it opens nothing, because Foundation cannot open
    /// URLs there.
    static var current: any URLOpening {
        #if canImport(UIKit) && !os(watchOS)
        AppURLOpener()
        #elseif canImport(AppKit)
        AppURLOpener()
        #else
        NoOpener()
        #endif
    }
}
