import Foundation
import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Sends one endpoint's request and returns the response that the endpoint declares.
    /// - Parameters:
    ///   - timeout: how long the connection may stay silent. Defaults to 60 seconds.
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

    /// Sends a request and reads its JSON answer. Every call of the SDK to a node goes through here.
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
