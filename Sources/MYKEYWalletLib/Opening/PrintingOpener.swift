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
