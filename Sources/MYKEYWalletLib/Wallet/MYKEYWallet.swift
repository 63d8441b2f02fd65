import Dispatch
import Foundation
import HeraldLocks
import MYKEYWire

/// MYKEY's SDK under its original names (MYKEY sheet 2.1). It wraps a ``DappSession``, which does the work and has an `async` form of every call.
///
/// Initialise it, send requests, and pass every URL with which the app is opened to ``handleUrl(url:)``. All methods may be called on any
/// thread.
///
/// ```swift
/// let start = InitSimpleRequest()
/// start.dappName = "Harbour"
/// start.scheme = "demoscheme"
/// MYKEYWallet.shared.initWalletSimple(initSimpleData: start)
/// MYKEYWallet.shared.handleUrl(url: url)   // when the wallet opens the dapp again
/// ```
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
    /// The pending requests of all sessions. One table is used, so that an answer to a request from before another initialisation still
    /// arrives.
    private let pending = PendingRequests()

    package init(opener: any URLOpening, environment: DappEnvironment = DappEnvironment()) {
        state = Mutex(State(opener: opener))
        self.environment = environment
        super.init()
    }

    /// Initialises two-way binding, in which the dapp has an issued key and accounts of its own. It may be called again, and pending
    /// requests then stay pending.
    public func initWallet(initData: InitRequest) {
        let facts = InitFacts(initData)
        state.withLock { $0.facts = facts }
    }

    /// Initialises light mode, in which the dapp has no issued key and no accounts. Each call uses a new random user id, unless
    /// ``InitSimpleRequest/userID`` is set.
    public func initWalletSimple(initSimpleData: InitSimpleRequest) {
        initWallet(initData: InitRequest(initSimpleRequest: initSimpleData))
    }

    /// Processes a URL with which the app was opened. A URL that is not the answer to a pending request is ignored.
    public func handleUrl(url: URL) { _ = handleAnswer(url: url) }

    /// Processes a URL as ``handleUrl(url:)`` does, and returns the result.
    @discardableResult
    public func handleAnswer(url: URL) -> AnswerOutcome { session.handle(url.absoluteString) }

    /// The current session. Use it for `async` calls, and for requests that can be withdrawn.
    public var session: DappSession {
        let (facts, opener, timeout) = state.withLock { ($0.facts, $0.opener, $0.timeout) }
        return DappSession(
            facts.configuration, opener: opener, timeout: timeout, environment: environment, pending: pending)
    }

    /// The object that opens URLs of the wallet. On Apple systems, it defaults to the app's own opener. On other systems there is no
    /// default, and every request fails with 10002 until one is set.
    public var opener: any URLOpening {
        get { state.withLock { $0.opener } }
        set { state.withLock { $0.opener = newValue } }
    }

    /// The queue on which closures are called. It must be a serial queue. Defaults to the main queue.
    public var callbackQueue: DispatchQueue {
        get { state.withLock { $0.queue } }
        set { state.withLock { $0.queue = newValue } }
    }

    /// The time after which a request without an answer fails with 10005. Defaults to 10 min. A change applies only to later requests.
    public var requestTimeout: Duration {
        get { state.withLock { $0.timeout } }
        set { state.withLock { $0.timeout = newValue } }
    }

    var facts: InitFacts { state.withLock { $0.facts } }
}
