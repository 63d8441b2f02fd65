import Dispatch
import Foundation
import HeraldJSON
import SDNWire
import Synchronization

/// Told when a node no longer knows the access token (SDN sheet 5.3). `completion` is for the app to call when it has dealt with it.
public typealias MXRestClientUnauthenticatedHandler = @Sendable (
    _ error: MXError, _ isSoftLogout: Bool, _ isRefreshTokenAuth: Bool, _ completion: @escaping @Sendable () -> Void
) -> Void

/// A client of one node: one method for each endpoint, `async` first, each with a closure form (SDN sheet 3.2 and 4.3).
///
/// Methods throw ``MXError`` when the node refuses, ``SDNSDKError`` when there was no usable answer, `CancellationError` when their
/// task is cancelled. Closure forms deliver on ``completionQueue``.
public final class MXRestClient: Sendable {
    /// Whom the client speaks for. Changing its token or user takes effect with the next call; changing its node does not.
    public let credentials: MXCredentials
    /// The first segment of every path.
    public let apiRoot: APIRoot
    let options: MXSDKOptions
    let pipeline: RequestPipeline

    private struct State {
        var completionQueue = DispatchQueue.main
        var identityServer: String?
        var unauthenticatedHandler: MXRestClientUnauthenticatedHandler?
        var isClosed = false
        var nextCall: UInt64 = 0
        var calls: [UInt64: @Sendable () -> Void] = [:]
        var nextTransaction: UInt64 = 0
    }

    private let state: Mutex<State>
    private let ownedTransport: (any HTTPTransport)?
    private let transactionPrefix = "m" + String(UInt64.random(in: .min ... .max), radix: 36)

    /// A client without credentials: for logins and for what a node tells anyone.
    public convenience init(
        node: URL, unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate?, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance
    ) {
        self.init(
            credentials: MXCredentials(node: node, userId: nil, accessToken: nil), unrecognizedCertificateHandler: unrecognizedCertificateHandler,
            apiRoot: apiRoot, transport: transport, options: options)
    }

    /// A client for a user who has logged in.
    /// - Parameters:
    ///   - credentials: whom the client speaks for, and on which node.
    ///   - unrecognizedCertificateHandler: see ``URLSessionTransport``.
    ///   - unauthenticatedHandler: called when the node no longer knows the access token.
    ///   - apiRoot: `nil` means ``MXSDKOptions/apiRoot``.
    ///   - transport: `nil` means ``HTTPTransports/current``, or else a ``URLSessionTransport`` of the client's own.
    ///   - options: settings that are read now.
    public convenience init(
        credentials: MXCredentials, unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil,
        unauthenticatedHandler: MXRestClientUnauthenticatedHandler? = nil, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance
    ) {
        self.init(
            credentials: credentials, unrecognizedCertificateHandler: unrecognizedCertificateHandler,
            unauthenticatedHandler: unauthenticatedHandler, apiRoot: apiRoot, transport: transport, options: options, clock: .system)
    }

    package init(
        credentials: MXCredentials, unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil,
        unauthenticatedHandler: MXRestClientUnauthenticatedHandler? = nil, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance, clock: RetryClock
    ) {
        let given = transport ?? HTTPTransports.current
        let used = given ?? URLSessionTransport(unrecognizedCertificateHandler: unrecognizedCertificateHandler)
        var base = credentials.node ?? options.sdnBaseUrl
        while base.hasSuffix("/") { base.removeLast() }
        self.credentials = credentials
        self.apiRoot = apiRoot ?? options.apiRoot
        self.options = options
        self.ownedTransport = given == nil ? used : nil
        self.pipeline = RequestPipeline(
            transport: used, base: base, root: self.apiRoot, clock: clock, additionalHeaders: options.HTTPAdditionalHeaders,
            maximumResponseBytes: options.maximumResponseBytes)
        self.state = Mutex(State(identityServer: credentials.identityServer, unauthenticatedHandler: unauthenticatedHandler))
    }

    /// The node's URL, without a slash at its end.
    public var node: String { pipeline.base }
    /// The prefix of most paths, such as `_api/client/r0`.
    public var apiPathPrefix: String { apiRoot.rawValue + "/client/" + PathTemplate.ClientVersion.r0.rawValue }

    /// Where closure forms deliver; the main queue unless set.
    public var completionQueue: DispatchQueue {
        get { state.withLock { $0.completionQueue } }
        set { state.withLock { $0.completionQueue = newValue } }
    }
    /// The identity server that invitations by e-mail go through.
    public var identityServer: String? {
        get { state.withLock { $0.identityServer } }
        set { state.withLock { $0.identityServer = newValue } }
    }

    /// Ends every call under way and drops the handlers. Later calls throw ``SDNSDKError`` with code `closed`.
    public func close() {
        let calls = state.withLock { state in
            state.isClosed = true
            state.unauthenticatedHandler = nil
            defer { state.calls = [:] }
            return state.calls.values.map { $0 }
        }
        for cancel in calls { cancel() }
        ownedTransport?.close()
    }

    /// Sends one endpoint's request and gives the response that the endpoint declares.
    /// - Parameters:
    ///   - timeout: how long the connection may stay silent; 60 seconds unless told.
    ///   - url: where to send instead of the node.
    package func perform<Q, R>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, timeout: Duration? = nil, retry: RetryRule = .standard, url: URL? = nil
    ) async throws -> R {
        try await call(endpoint, request, timeout: timeout, retry: retry, url: url) { try R(document: $0) }
    }

    /// Sends one endpoint's request and reads its raw answer as a model.
    func perform<Q, T: ResponseModel>(
        _ endpoint: Endpoint<Q, RawJSON>, _ request: Q, as model: T.Type, timeout: Duration? = nil, retry: RetryRule = .standard, url: URL? = nil
    ) async throws -> T {
        try await call(endpoint, request, timeout: timeout, retry: retry, url: url) { try T(document: $0) }
    }

    /// Everything in the SDK that goes to a node goes through here.
    func call<Q, R, T: Sendable>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, timeout: Duration? = nil, retry: RetryRule, url: URL? = nil,
        read: @escaping @Sendable (JSONDocument) throws -> T
    ) async throws -> T {
        let token = credentials.accessToken
        let work = Task { [pipeline] in
            try await pipeline.run(endpoint, request, accessToken: token, timeout: timeout, retry: retry, url: url, read: read)
        }
        guard let call = register({ work.cancel() }) else {
            work.cancel()
            throw SDNSDKError(.closed, endpoint: endpoint.name, reason: "the client was closed")
        }
        defer { state.withLock { $0.calls[call] = nil } }
        do {
            return try await withTaskCancellationHandler(operation: { try await work.value }, onCancel: { work.cancel() })
        } catch {
            if endpoint.access != .open { reportUnknownToken(error, token: token) }
            if error is CancellationError, !Task.isCancelled, state.withLock({ $0.isClosed }) {
                throw SDNSDKError(.closed, endpoint: endpoint.name, reason: "the client was closed")
            }
            throw error
        }
    }

    /// A transaction id that this client has not used; unique among clients by its random part (SDN sheet 5.7).
    package func makeTransactionID() -> String {
        let number = state.withLock { state in
            state.nextTransaction &+= 1
            return state.nextTransaction
        }
        return "\(transactionPrefix).\(number)"
    }

    private func register(_ cancel: @escaping @Sendable () -> Void) -> UInt64? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.nextCall &+= 1
            state.calls[state.nextCall] = cancel
            return state.nextCall
        }
    }

    private func reportUnknownToken(_ error: any Error, token: String?) {
        guard let error = error as? MXError, error == .unknownToken, error.httpStatus == 401, token == credentials.accessToken else { return }
        guard let handler = state.withLock({ $0.unauthenticatedHandler }) else { return }
        completionQueue.async { handler(error, error.softLogout ?? false, false, {}) }
    }
}

extension MXRestClient {
    /// The closure form of an `async` method.
    func adapt<T: Sendable>(
        _ completion: @escaping @Sendable (MXResponse<T>) -> Void, _ body: @escaping @Sendable () async throws -> T
    ) -> MXHTTPOperation {
        ClosureAdapter.run(on: completionQueue, completion: completion, body)
    }

    /// The two-closure form of an `async` method.
    func adapt<T: Sendable>(
        _ success: (@Sendable (T) -> Void)?, _ failure: (@Sendable (any Error) -> Void)?, _ body: @escaping @Sendable () async throws -> T
    ) -> MXHTTPOperation {
        ClosureAdapter.run(on: completionQueue, success: success, failure: failure, body)
    }
}
