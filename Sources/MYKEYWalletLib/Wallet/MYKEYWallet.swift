import Dispatch
import Foundation
import MYKEYWire
import Synchronization

/// MYKEY's SDK under its original names (MYKEY sheet 2.1). It wraps a ``DappSession``, which does the work and has an `async` form of every call.
///
/// Initialise it, send requests, and pass every URL that the app is opened with to ``handleUrl(url:)``. All methods are safe on any thread.
public final class MYKEYWallet: NSObject, Sendable {
    /// The instance that the app uses.
    public static let shared = MYKEYWallet(opener: SystemOpener.current)

    private struct State {
        var facts = InitFacts()
        var opener: any URLOpening
        var queue = DispatchQueue.main
        var timeout: Duration = .seconds(600)
    }

    private let state: Mutex<State>
    private let environment: DappEnvironment
    /// One table for all sessions, so that an answer to a request from before another initialisation still arrives.
    private let pending = PendingRequests()

    package init(opener: any URLOpening, environment: DappEnvironment = DappEnvironment()) {
        state = Mutex(State(opener: opener))
        self.environment = environment
        super.init()
    }

    /// Initialises two-way binding, where the dapp has a key and accounts of its own. It may be called again; pending requests stay pending.
    public func initWallet(initData: InitRequest) {
        let facts = InitFacts(initData)
        state.withLock { $0.facts = facts }
    }

    /// Initialises light mode, where the dapp has no key and no accounts. Each call uses a random user id, unless the request has one. See
    /// ``InitSimpleRequest/userID``.
    public func initWalletSimple(initSimpleData: InitSimpleRequest) {
        initWallet(initData: InitRequest(initSimpleRequest: initSimpleData))
    }

    /// Processes a URL that the app was opened with. A URL that does not answer a pending request changes nothing.
    public func handleUrl(url: URL) { _ = handleAnswer(url: url) }

    /// Does the same as ``handleUrl(url:)`` and returns the result.
    @discardableResult
    public func handleAnswer(url: URL) -> AnswerOutcome { session.handle(url.absoluteString) }

    /// The current session, for `async` calls and for requests that can be withdrawn.
    public var session: DappSession {
        let (facts, opener, timeout) = state.withLock { ($0.facts, $0.opener, $0.timeout) }
        return DappSession(
            facts.configuration, opener: opener, timeout: timeout, environment: environment, pending: pending)
    }

    /// Brings URLs to the wallet. Defaults to the app's own opener on Apple systems. On others there is no default, and every request fails with
    /// 10002 until one is set.
    public var opener: any URLOpening {
        get { state.withLock { $0.opener } }
        set { state.withLock { $0.opener = newValue } }
    }

    /// The queue on which closures are called. It must be serial. Defaults to the main queue.
    public var callbackQueue: DispatchQueue {
        get { state.withLock { $0.queue } }
        set { state.withLock { $0.queue = newValue } }
    }

    /// The time after which a request without an answer fails with 10005. Defaults to ten minutes. A change applies to later requests.
    public var requestTimeout: Duration {
        get { state.withLock { $0.timeout } }
        set { state.withLock { $0.timeout = newValue } }
    }

    var facts: InitFacts { state.withLock { $0.facts } }
}
