/// Passes requests to a wallet in the same process.
///
/// The closure receives the request URL and returns the answer URL, or `nil` when the wallet has no answer for this dapp. The request then
/// fails with 10001. The closure may wait for the user's decision for any time. If the request ends first, by timeout or cancellation, the
/// task of the closure is cancelled.
public struct InProcessOpener: URLOpening {
    private let schemes: Set<String>
    private let wallet: @Sendable (String) async -> String?

    /// Creates an opener. The wallet handles `mykey` and `simplewallet` URLs by default.
    public init(
        schemes: Set<String> = ["mykey", "simplewallet"], wallet: @escaping @Sendable (String) async -> String?
    ) {
        self.schemes = schemes
        self.wallet = wallet
    }

    public func canOpen(scheme: String) async -> Bool { schemes.contains(scheme) }

    public func open(_ url: String) async -> Bool { await open(url, answers: { _ in }) }

    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool {
        guard let answer = await wallet(url) else { return false }
        answers(answer)
        return true
    }
}
