import Dispatch
import Foundation
import HeraldJSON
import HeraldLocks
import SDNValues
import SDNWire

/// A handler that is called when a node no longer accepts the access token (SDN sheet 5.3). The app calls `completion` when its handling is
/// complete.
public typealias MXRestClientUnauthenticatedHandler =
    @Sendable (
        _ error: MXError, _ isSoftLogout: Bool, _ isRefreshTokenAuth: Bool, _ completion: @escaping @Sendable () -> Void
    ) -> Void

/// A handler that gives the client the credentials that the app has stored. The client calls it when the token has to be renewed (SDN sheet
/// 4.3).
///
/// The app calls `access` with its stored credentials, and lets no other process read or write them meanwhile. The client renews its own
/// credentials among them, or takes a token that another process has renewed. It then calls `done`, with true when the app has to store the
/// changed credentials.
public typealias MXRestClientPersistTokenDataHandler =
    @Sendable (
        _ access:
            @escaping @Sendable (_ stored: [MXCredentials], _ done: @escaping @Sendable (_ didUpdate: Bool) -> Void) ->
            Void
    ) -> Void

/// Logs in again when a session's token has expired and cannot be renewed, but its device still exists (a soft logout).
///
/// Returns credentials of the same user for the same device ID, so that the device continues. If it returns `nil`, the client calls the
/// ``MXRestClientUnauthenticatedHandler``. When the node refuses several calls at once, this handler is called once.
public typealias MXRestClientReloginHandler = @Sendable (_ error: MXError) async throws -> MXCredentials?

/// A client of one node. It has one `async` method for each endpoint, and a closure form of each (SDN sheet 3.2 and 4.3).
///
/// ```swift
/// let visitor = MXRestClient(node: nodeURL, unrecognizedCertificateHandler: nil)
/// let credentials = try await visitor.loginWithDID(signer: LocalWalletSigner(key))
/// let client = MXRestClient(credentials: credentials)
/// print(try await client.joinedRooms())
/// ```
///
/// Methods throw ``/SDNValues/MXError`` when the node refuses, ``/SDNValues/SDNSDKError`` when there was no usable answer, and `CancellationError` when their
/// task is cancelled. Closure forms deliver on ``completionQueue``.
public final class MXRestClient: Sendable {
    /// The user, device and tokens of the client. A changed token or user takes effect with the next call. A changed node has no effect.
    public let credentials: MXCredentials
    /// The first segment of every path.
    public let apiRoot: APIRoot
    package let options: MXSDKOptions
    let pipeline: RequestPipeline
    let renewal = TokenRenewal()
    let mediaPaths = MediaPaths()
    let encryptedRooms = EncryptedRooms()

    private struct State {
        var unauthenticatedHandler: MXRestClientUnauthenticatedHandler?
        var persistentTokenDataHandler: MXRestClientPersistTokenDataHandler?
        var reloginHandler: MXRestClientReloginHandler?
        var tokenKeeper: TokenKeeper?
        var isClosed = false
        var nextCall: UInt64 = 0
        var calls: [UInt64: @Sendable () -> Void] = [:]
        var nextTransaction: UInt64 = 0
        var versions: [MatrixVersion]?
    }

    private let state: Mutex<State>
    let settings: Mutex<RestClientSettings>
    private let ownedTransport: (any HTTPTransport)?
    private let transactionPrefix = "m" + String(UInt64.random(in: .min ... .max), radix: 36)

    /// Creates a client without credentials, for logins and for calls that need none.
    public convenience init(
        node: URL, unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate?, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance
    ) {
        self.init(
            credentials: MXCredentials(node: node, userId: nil, accessToken: nil),
            unrecognizedCertificateHandler: unrecognizedCertificateHandler,
            apiRoot: apiRoot, transport: transport, options: options)
    }

    /// Creates a client for a user who has logged in.
    /// - Parameters:
    ///   - credentials: the user, the tokens and the node.
    ///   - unrecognizedCertificateHandler: see ``URLSessionTransport``.
    ///   - persistentTokenDataHandler: called when the token is renewed, to read and write back the stored credentials. Without it, only
    ///     the client has the renewed tokens, and the refresh token that the app stored is spent. A process that uses a stored login beside
    ///     another one makes its client with `restored(_:store:saveTokens:readTokens:)` instead.
    ///   - unauthenticatedHandler: called when the node no longer accepts the access token and it could not be renewed.
    ///   - apiRoot: the root of the paths. Defaults to ``MXSDKOptions/apiRoot``.
    ///   - transport: the transport. Defaults to ``HTTPTransports/current``, and without one to a ``URLSessionTransport`` of this client.
    ///   - options: the settings. They are read once, now.
    public convenience init(
        credentials: MXCredentials, unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil,
        persistentTokenDataHandler: MXRestClientPersistTokenDataHandler? = nil,
        unauthenticatedHandler: MXRestClientUnauthenticatedHandler? = nil, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance
    ) {
        self.init(
            credentials: credentials, unrecognizedCertificateHandler: unrecognizedCertificateHandler,
            persistentTokenDataHandler: persistentTokenDataHandler, unauthenticatedHandler: unauthenticatedHandler,
            apiRoot: apiRoot,
            transport: transport, options: options, clock: .system)
    }

    package init(
        credentials: MXCredentials, unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil,
        persistentTokenDataHandler: MXRestClientPersistTokenDataHandler? = nil,
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
            transport: used, base: base, root: self.apiRoot, clock: clock,
            additionalHeaders: options.HTTPAdditionalHeaders,
            maximumResponseBytes: options.maximumResponseBytes, telemetry: Telemetry(options.logSink))
        self.settings = Mutex(RestClientSettings(identityServer: credentials.identityServer, antivirusServer: base))
        self.state = Mutex(
            State(
                unauthenticatedHandler: unauthenticatedHandler, persistentTokenDataHandler: persistentTokenDataHandler))
    }

    /// The node's URL, without a trailing slash.
    public var node: String { pipeline.base }
    /// The prefix of most paths, such as `_api/client/r0`.
    public var apiPathPrefix: String { apiRoot.rawValue + "/client/" + PathTemplate.ClientVersion.r0.rawValue }

    /// A handler that supplies new credentials when the token has expired and cannot be renewed; see ``MXRestClientReloginHandler``.
    public var reloginHandler: MXRestClientReloginHandler? {
        get { state.withLock { $0.reloginHandler } }
        set { state.withLock { $0.reloginHandler = $0.isClosed ? nil : newValue } }
    }
    var persistentTokenDataHandler: MXRestClientPersistTokenDataHandler? {
        state.withLock(\.persistentTokenDataHandler)
    }

    /// Reads and stores the tokens instead of a handler of the app.
    package var tokenKeeper: TokenKeeper? {
        get { state.withLock { $0.tokenKeeper } }
        set { state.withLock { $0.tokenKeeper = $0.isClosed ? nil : newValue } }
    }

    /// Cancels every running call and releases the handlers. Later calls throw ``/SDNValues/SDNSDKError`` with code `closed`.
    public func close() {
        let calls = state.withLock { state in
            state.isClosed = true
            state.unauthenticatedHandler = nil
            state.persistentTokenDataHandler = nil
            state.reloginHandler = nil
            state.tokenKeeper = nil
            defer { state.calls = [:] }
            return state.calls.values.map { $0 }
        }
        for cancel in calls { cancel() }
        ownedTransport?.close()
    }

    /// Sends a request with the user's token. When the node refuses the token, sends it again with a token of another
    /// process or a renewed one.
    func authorized<Q, R, T: Sendable>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, _ timeout: Duration?, _ retry: RetryRule, _ url: URL?,
        _ reader: AnswerReader<T>
    ) async throws -> T {
        guard endpoint.access != .open else {
            return try await attempt(endpoint, request, nil, timeout, retry, url, reader)
        }
        try await renewal.renewIfDue(for: self)
        let (first, user) = (credentials.accessToken, credentials.userId)
        var (token, outcome) = (first, TokenRenewal.Outcome.takenOver)
        while true {
            do {
                return try await attempt(endpoint, request, token, timeout, retry, url, reader)
            } catch let error as MXError where error == .unknownToken && error.httpStatus == 401 && first != nil {
                // If the node refuses a token that it has just issued, another new token does not help. A token of another process may have expired.
                guard outcome == .takenOver else {
                    reportUnknownToken(error, token: token)
                    throw error
                }
                let isRepeated = token != first
                outcome = try await renewal.renew(after: error, replacing: token, for: self)
                guard outcome != .none, credentials.userId == user else {
                    reportUnknownToken(error, token: token)
                    throw error
                }
                if isRepeated { outcome = .renewed }
                token = credentials.accessToken
            }
        }
    }

    private func attempt<Q, R, T: Sendable>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, _ token: String?, _ timeout: Duration?, _ retry: RetryRule,
        _ url: URL?,
        _ reader: AnswerReader<T>
    ) async throws -> T {
        let versions = state.withLock(\.versions)
        let reader = reader.accept == nil ? reader.accepting(acceptableContentTypes) : reader
        let work = Task { [pipeline] in
            try await pipeline.run(
                endpoint, request, accessToken: token, versions: versions, timeout: timeout, retry: retry, url: url,
                reader: reader)
        }
        guard let call = register({ work.cancel() }) else {
            work.cancel()
            throw SDNSDKError(.closed, endpoint: endpoint.name, reason: "the client was closed")
        }
        defer { state.withLock { $0.calls[call] = nil } }
        do {
            return try await withTaskCancellationHandler(
                operation: { try await work.value }, onCancel: { work.cancel() })
        } catch {
            if error is CancellationError, !Task.isCancelled, state.withLock({ $0.isClosed }) {
                throw SDNSDKError(.closed, endpoint: endpoint.name, reason: "the client was closed")
            }
            throw error
        }
    }

    /// Remembers the node's versions. Later calls use the newest paths that the node has.
    func learn(_ versions: [String]) { state.withLock { $0.versions = versions.compactMap(MatrixVersion.init) } }

    /// Returns a transaction ID that this client has not used. Its random part makes it unique among clients (SDN sheet 5.7).
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
        guard let error = error as? MXError, error == .unknownToken, error.httpStatus == 401,
            token == credentials.accessToken
        else { return }
        guard let handler = state.withLock({ $0.unauthenticatedHandler }) else { return }
        let wasRenewing = credentials.refreshToken != nil && tokenKeeper?.renews ?? true
        completionQueue.async { handler(error, error.softLogout ?? false, wasRenewing, {}) }
    }
}

extension MXRestClient {
    /// Sends one endpoint's request and returns the response that the endpoint declares.
    /// - Parameters:
    ///   - timeout: the time that the connection may stay silent. Defaults to 60 seconds.
    ///   - url: the URL to use instead of the node's.
    package func perform<Q, R: WireResponse>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, timeout: Duration? = nil, retry: RetryRule = .standard,
        url: URL? = nil
    ) async throws -> R {
        try await call(endpoint, request, timeout: timeout, retry: retry, url: url) { try R(document: $0) }
    }

    /// Sends one endpoint's request and reads its raw answer as a model.
    package func perform<Q, T: ResponseModel>(
        _ endpoint: Endpoint<Q, RawJSON>, _ request: Q, as model: T.Type, timeout: Duration? = nil,
        retry: RetryRule = .standard, url: URL? = nil
    ) async throws -> T {
        try await call(endpoint, request, timeout: timeout, retry: retry, url: url) { try T(document: $0) }
    }

    /// Sends a request and reads its JSON answer. Every call of the SDK to a node uses this method.
    package func call<Q, R, T: Sendable>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, timeout: Duration? = nil, retry: RetryRule, url: URL? = nil,
        read: @escaping @Sendable (JSONDocument) throws -> T
    ) async throws -> T {
        try await exchange(endpoint, request, timeout: timeout, retry: retry, url: url, reader: .json(read))
    }

    /// Does the same as ``call(_:_:timeout:retry:url:read:)`` for answers that need not be JSON.
    func exchange<Q, R, T: Sendable>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, timeout: Duration? = nil, retry: RetryRule, url: URL? = nil,
        reader: AnswerReader<T>
    ) async throws -> T {
        do {
            return try await authorized(endpoint, request, timeout, retry, url, reader)
        } catch let error as MXError {
            RestClientNotification.post(error, of: self)
            throw error
        }
    }
}
