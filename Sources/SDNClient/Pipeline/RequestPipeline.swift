import Foundation
import HeraldJSON
import HeraldLocks
import SDNValues
import SDNWire

/// Sends the request of an endpoint and returns its response. Every call of the SDK uses it.
struct RequestPipeline: Sendable {
    let transport: any HTTPTransport
    /// The node's URL without a trailing slash.
    let base: String
    let root: APIRoot
    let clock: RetryClock
    let additionalHeaders: [String: String]
    let maximumResponseBytes: Int
    let telemetry: Telemetry

    static let defaultTimeout = Duration.seconds(60)

    /// Sends a request and reads its answer.
    /// - Parameters:
    ///   - versions: the versions that the node says it supports; `nil` when it was not asked.
    ///   - url: the URL to use instead of the node's, for an endpoint that another service offers.
    ///   - reader: the reader of a successful answer.
    func run<Q, R, T>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, accessToken: String?, versions: [MatrixVersion]?, timeout: Duration?,
        retry: RetryRule,
        url: URL?, reader: AnswerReader<T>
    ) async throws -> T {
        var outgoing = try prepare(
            endpoint, request, accessToken: accessToken, versions: versions, timeout: timeout, url: url)
        if let accept = reader.accept, !accept.isEmpty {
            guard accept.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw SDNSDKError(
                    .invalidArgument, field: "acceptableContentTypes", endpoint: endpoint.name,
                    reason: "a media type must be printable ASCII")
            }
            outgoing.headers["Accept"] = accept
        }
        outgoing.maximumResponseBytes = reader.maximumBytes ?? maximumResponseBytes
        outgoing.progress = reader.progress
        if let stream = reader.upload {
            if transport.sendsStreams {
                (outgoing.body, outgoing.bodyStream) = (nil, stream)
            } else {
                outgoing.body = try await stream.all()
            }
        }
        let operation = MXHTTPOperation.running
        let start = clock.now()
        var tries = 0
        while true {
            try Task.checkCancellation()
            tries += 1
            operation?.noteTry()
            do {
                return try decode(
                    try await exchange(outgoing, endpoint.name, tries), endpoint.name, outgoing.maximumResponseBytes,
                    reader)
            } catch {
                try Task.checkCancellation()
                let rule = operation?.limited(retry) ?? retry
                guard let pause = rule.pause(after: error, tries: tries, age: clock.now() - start, jitter: clock.jitter)
                else {
                    telemetry.fails(endpoint.name, error)
                    throw (error as? SDNSDKError)?.at(endpoint.name) ?? error
                }
                telemetry.repeats(endpoint.name, after: error, pause: pause)
                try await clock.sleep(pause)
            }
        }
    }

    /// Sends one try of a request, and counts it.
    private func exchange(_ request: TransportRequest, _ endpoint: String, _ tries: Int) async throws
        -> TransportResponse
    {
        telemetry.sends(bytes: Int(clamping: request.bodyLength), tries: tries)
        let start = clock.now()
        let response = try await transport.send(request)
        telemetry.receives(
            endpoint, status: response.status, bytes: response.body.count, after: clock.now() - start)
        return response
    }

    private func prepare<Q, R>(
        _ endpoint: Endpoint<Q, R>, _ request: Q, accessToken: String?, versions: [MatrixVersion]?, timeout: Duration?,
        url: URL?
    ) throws -> TransportRequest {
        let parts: RequestParts
        let path: String
        do {
            parts = try request.parts()
            path = try endpoint.path(for: versions).render(root: root, parameters: parts.path)
        } catch let error as WireError {
            throw SDNSDKError(.invalidArgument, field: error.field, endpoint: endpoint.name, reason: error.reason)
        } catch let error as JSONError {
            throw SDNSDKError(.invalidArgument, field: error.path, endpoint: endpoint.name, reason: error.reason)
        }
        var headers = additionalHeaders
        if endpoint.access != .open, let accessToken {
            guard !accessToken.isEmpty, accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw SDNSDKError(
                    .invalidArgument, field: "accessToken", endpoint: endpoint.name,
                    reason: "an access token must be printable ASCII without spaces")
            }
            headers["Authorization"] = "Bearer " + accessToken
        } else if endpoint.access == .accessToken {
            throw SDNSDKError(
                .missingCredentials, field: "accessToken", endpoint: endpoint.name,
                reason: "this call needs an access token")
        }
        if parts.body != nil { headers["Content-Type"] = "application/json" }
        if let payload = parts.payload { headers["Content-Type"] = payload.contentType }
        return TransportRequest(
            method: endpoint.method.rawValue,
            url: try checked(
                url ?? URL(string: base + path + parts.queryString), endpoint: endpoint.name, isOther: url != nil),
            headers: headers,
            body: parts.payload?.bytes ?? parts.body?.serialized(), timeout: timeout ?? Self.defaultTimeout,
            maximumResponseBytes: maximumResponseBytes)
    }

    private func checked(_ url: URL?, endpoint: String, isOther: Bool) throws -> URL {
        guard let url, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            url.host?.isEmpty == false
        else {
            throw SDNSDKError(
                .invalidArgument, field: isOther ? "url" : "node", endpoint: endpoint,
                reason: "the address is not an http or https URL")
        }
        return url
    }

    private func decode<T>(_ response: TransportResponse, _ endpoint: String, _ limit: Int, _ reader: AnswerReader<T>)
        throws -> T
    {
        guard (200..<300).contains(response.status) else { throw refusal(response, endpoint: endpoint) }
        // The limit is checked again here, because an app's own transport may not enforce it.
        guard response.body.count <= limit else {
            throw SDNSDKError(
                .responseTooLarge, endpoint: endpoint, httpStatus: response.status,
                reason: "the answer is longer than the client accepts")
        }
        do {
            return try reader.read(response, limit)
        } catch let error as JSONError {
            throw malformed(error.path, error.reason, response, endpoint)
        } catch let error as WireError {
            throw malformed(error.field, error.reason, response, endpoint)
        }
    }

    private func malformed(_ field: String, _ reason: String, _ response: TransportResponse, _ endpoint: String)
        -> SDNSDKError
    {
        SDNSDKError(.malformedResponse, field: field, endpoint: endpoint, httpStatus: response.status, reason: reason)
    }

    private func refusal(_ response: TransportResponse, endpoint: String) -> any Error {
        let wait = response.status == 429 ? retryAfter(response) : nil
        if let body = try? JSONValue(parsing: response.body, limits: JSONLimits(isTolerant: true)),
            let error = MXError(body: body, httpStatus: response.status, endpoint: endpoint)
        {
            guard error.retryAfter == nil, let wait else { return error }
            return MXError(
                errcode: error.errcode, error: error.error, retryAfter: wait, softLogout: error.softLogout,
                httpStatus: response.status,
                endpoint: endpoint, userInfo: error.userInfo)
        }
        // A proxy in front of the node may limit requests too. Its answer is a page of its own, without a Matrix error.
        if response.status == 429 {
            return MXError(
                errcode: MXError.limitExceeded.errcode, error: "too many requests", retryAfter: wait,
                httpStatus: 429, endpoint: endpoint)
        }
        return SDNSDKError(
            .httpStatus, endpoint: endpoint, httpStatus: response.status,
            reason: "HTTP status \(response.status) without a Matrix error body")
    }

    /// Returns the wait that the `Retry-After` header asks for. A header with a date is ignored.
    private func retryAfter(_ response: TransportResponse) -> Duration? {
        response.headers["retry-after"].flatMap(Int64.init).map(Duration.seconds)
    }
}

extension RequestParts {
    /// The query in a stable order, percent-encoded and with its question mark; empty when there is none.
    fileprivate var queryString: String {
        let single = query.map { ($0.key, $0.value) }
        let repeated = lists.flatMap { entry in entry.value.map { (entry.key, $0) } }
        let items = (single + repeated).sorted { $0 < $1 }.map {
            PercentEncoding.encodeSegment($0.0) + "=" + PercentEncoding.encodeSegment($0.1)
        }
        return items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }
}

/// The reader of a call's successful answer. It also has the media types and the size that the call accepts, the progress to report, and a
/// body to send part by part.
struct AnswerReader<T>: Sendable {
    /// The `Accept` header; `nil` for the client's usual JSON types.
    private(set) var accept: String?
    /// The size of the longest answer, in bytes; `nil` means the client's usual limit.
    let maximumBytes: Int?
    /// Receives the progress of all tries of a call as if they were one.
    let progress: TransportProgressHandler?
    /// The body of the request, in place of the payload's bytes.
    private(set) var upload: MXUploadStream?
    /// Reads the answer.
    /// - Throws: `JSONError` or `WireError` naming what is wrong with the answer.
    let read: @Sendable (_ response: TransportResponse, _ limit: Int) throws -> T

    /// Returns a reader of JSON.
    static func json(progress: TransportProgressHandler? = nil, _ read: @escaping @Sendable (JSONDocument) throws -> T)
        -> AnswerReader
    {
        AnswerReader(accept: nil, maximumBytes: nil, progress: progress.map(RisingProgress.over)) { response, limit in
            // An answer has the content of many users. One odd value in it must not hide everything else.
            try read(JSONDocument(response.body, limits: JSONLimits(maxBytes: limit, isTolerant: true)))
        }
    }

    /// Returns a reader that takes the body of a successful answer unchanged. The body of an error is read as JSON.
    static func file(
        maximumBytes: Int?, progress: TransportProgressHandler?, _ read: @escaping @Sendable (TransportResponse) -> T
    ) -> AnswerReader {
        AnswerReader(accept: "*/*", maximumBytes: maximumBytes, progress: progress.map(RisingProgress.over)) {
            response, _ in read(response)
        }
    }

    /// Returns the same reader for a request with this body.
    func uploading(_ stream: MXUploadStream) -> AnswerReader {
        var reader = self
        reader.upload = stream
        return reader
    }

    /// Returns the same reader with these media types in the `Accept` header.
    func accepting(_ types: Set<String>) -> AnswerReader {
        var reader = self
        reader.accept = types.sorted().joined(separator: ", ")
        return reader
    }
}

/// Passes on progress that never decreases. When a request is sent again, its own progress begins at zero again, and a progress bar should
/// not move back.
final class RisingProgress: Sendable {
    private let highest = Mutex(TransportProgress())

    /// Returns a handler that passes progress to `handler` only when it is greater than all before.
    static func over(_ handler: @escaping TransportProgressHandler) -> TransportProgressHandler {
        let rising = RisingProgress()
        return { step in
            if let step = rising.raised(by: step) { handler(step) }
        }
    }

    private func raised(by step: TransportProgress) -> TransportProgress? {
        highest.withLock { highest in
            var next = step
            next.bytesSent = max(step.bytesSent, highest.bytesSent)
            next.bytesReceived = max(step.bytesReceived, highest.bytesReceived)
            next.bytesExpected = (step.bytesExpected ?? highest.bytesExpected).map { max($0, next.bytesReceived) }
            guard next != highest else { return nil }
            highest = next
            return next
        }
    }
}
