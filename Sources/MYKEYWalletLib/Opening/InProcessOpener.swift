/// A wallet in the same process.
///
/// The closure gets the request URL and gives the answer URL back, or `nil` when the wallet has none for this dapp. It may wait for its
/// user as long as it likes; when the request ends before that (time-out, cancellation) its task is cancelled.
public struct InProcessOpener: URLOpening {
    private let schemes: Set<String>
    private let wallet: @Sendable (String) async -> String?

    /// A wallet that answers to `mykey` and `simplewallet` URLs, or to others.
    public init(schemes: Set<String> = ["mykey", "simplewallet"], wallet: @escaping @Sendable (String) async -> String?) {
        self.schemes = schemes
        self.wallet = wallet
    }

    public func canOpen(scheme: String) async -> Bool { schemes.contains(scheme) }

    public func open(_ url: String) async -> Bool { await open(url, answers: { _ in }) }

    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool {
        if let answer = await wallet(url) { answers(answer) }
        return true
    }
}
