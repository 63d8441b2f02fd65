/// Shows the URL instead of opening it: on a terminal, or as a QR code that a phone reads. Everything can be shown, so a request never
/// fails with 10002; its answer comes from outside, if it comes.
public struct PrintingOpener: URLOpening {
    private let show: @Sendable (String) -> Void

    /// Prints to standard output, or does with the URL what `show` does.
    public init(show: @escaping @Sendable (String) -> Void = { print($0) }) { self.show = show }

    public func canOpen(scheme: String) async -> Bool { true }

    public func open(_ url: String) async -> Bool {
        show(url)
        return true
    }
}
