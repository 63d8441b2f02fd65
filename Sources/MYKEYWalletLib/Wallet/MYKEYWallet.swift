import Dispatch
import Foundation
import MYKEYWire
import Synchronization

/// MYKEY's SDK by the names that its users' code says (MYKEY sheet 2.1): a front for one ``DappSession``, which does the work and which
/// has `async` forms of every call.
///
/// Initialise it, ask, and give every URL that the app is opened with to ``handleUrl(url:)``. All calls are safe from any thread.
public final class MYKEYWallet: NSObject, Sendable {
    /// The one that the app uses.
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

    /// Two-way binding: the dapp has a key and accounts of its own. May be called again; pending requests stay pending.
    public func initWallet(initData: InitRequest) {
        let facts = InitFacts(initData)
        state.withLock { $0.facts = facts }
    }

    /// Light mode: no key, no accounts. The user id is a random one for each call of this method, unless the request brings one; see
    /// ``InitSimpleRequest/userID``.
    public func initWalletSimple(initSimpleData: InitSimpleRequest) {
        initWallet(initData: InitRequest(initSimpleRequest: initSimpleData))
    }

    /// Takes a URL that the app was opened with. One that is no answer to a pending request changes nothing.
    public func handleUrl(url: URL) { _ = handleAnswer(url: url) }

    /// The same as ``handleUrl(url:)`` and says what became of the URL.
    @discardableResult
    public func handleAnswer(url: URL) -> AnswerOutcome { session.handle(url.absoluteString) }

    /// The session as it is now, for `async` calls and for requests that can be taken back.
    public var session: DappSession {
        let (facts, opener, timeout) = state.withLock { ($0.facts, $0.opener, $0.timeout) }
        return DappSession(facts.configuration, opener: opener, timeout: timeout, environment: environment, pending: pending)
    }

    /// How URLs get to the wallet. On Apple systems the app's own opener unless set; elsewhere there is none, and every request fails
    /// with 10002 until one is set.
    public var opener: any URLOpening {
        get { state.withLock { $0.opener } }
        set { state.withLock { $0.opener = newValue } }
    }

    /// Where closures are called, the main queue unless set. It must be serial.
    public var callbackQueue: DispatchQueue {
        get { state.withLock { $0.queue } }
        set { state.withLock { $0.queue = newValue } }
    }

    /// How long a request waits for its answer before it fails with 10005; ten minutes unless set. Counts for later requests.
    public var requestTimeout: Duration {
        get { state.withLock { $0.timeout } }
        set { state.withLock { $0.timeout = newValue } }
    }

    var facts: InitFacts { state.withLock { $0.facts } }
}
