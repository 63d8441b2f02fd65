import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Calls an endpoint that the app declared. The call behaves like the SDK's own calls.
    ///
    /// The request carries the user's token, unless the endpoint is open. If the node refuses the token, the client renews it and sends the
    /// request again. The client waits as the node's rate limit asks. It repeats a request that failed on the way: four tries within three
    /// minutes at most. It repeats a `POST` only if the failed request was certainly not sent. ``MXSDKOptions/maximumResponseBytes`` limits
    /// the answer.
    ///
    /// ```swift
    /// let endpoint = Endpoint<RenameDevice, EmptyObject>(.put, "client/v3/devices/{deviceId}")
    /// try await client.call(endpoint, RenameDevice(deviceId: deviceId, name: "Harbour"))
    /// ```
    /// - Parameters:
    ///   - endpoint: the endpoint.
    ///   - request: the request. A value in the path is percent-encoded as one segment. It must not be empty, `.` or `..`.
    ///   - timeout: the longest time that the connection may stay silent. Defaults to 60 s.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` with code `invalidArgument` when the path or the request
    ///   cannot be sent, or with another code when there was no usable answer; the error of the app's own request or response type.
    @discardableResult
    public func call<Request: EndpointRequest, Response: EndpointResponse>(
        _ endpoint: Endpoint<Request, Response>, _ request: Request, timeout: Duration = .seconds(60)
    ) async throws -> Response {
        let checked = CheckedRequest(request: request, method: endpoint.method, template: endpoint.path)
        let retry = endpoint.method == .post ? RetryRule.ifNotSent : .standard
        return try await call(
            endpoint.taking(CheckedRequest<Request>.self), checked, timeout: timeout, retry: retry
        ) { document -> Result<Response, any Error> in
            do {
                return .success(try Response(document: document))
            } catch let error as JSONError {
                throw error
            } catch let error as WireError {
                throw error
            } catch {
                // The error is returned, not thrown. The pipeline would take an unknown error for a failure of the transport, and send the
                // request again.
                return .failure(error)
            }
        }.get()
    }
}

/// An app's request whose path values are checked. Without the check, a wrong value could make the request reach another endpoint than the
/// declared one.
private struct CheckedRequest<Request: EndpointRequest>: EndpointRequest {
    let request: Request
    let method: HTTPMethod
    let template: PathTemplate

    func parts() throws -> RequestParts {
        let parts = try request.parts()
        guard !template.segments.isEmpty else { throw WireError(.missing, field: "path", reason: "expected a path") }
        for segment in template.segments {
            switch segment {
            case .literal(let text):
                guard !Self.movesPath(text), !text.utf8.contains(where: Self.reserved.contains) else {
                    throw WireError(
                        .invalid, field: "path",
                        reason: "a segment of a path is a text without ?, #, { and }, or the name of a value in braces")
                }
            case .parameter(let name):
                guard let value = parts.path[name], value.isEmpty || Self.movesPath(value) else { continue }
                throw WireError(.invalid, field: name, reason: "a value in a path must not be empty, . or ..")
            }
        }
        guard method != .get || parts.body == nil else {
            throw WireError(.invalid, field: "body", reason: "a GET request has its values in the query, not in a body")
        }
        return parts
    }

    private static var reserved: [UInt8] { Array("?#{}".utf8) }

    /// True for `.` and `..`. A proxy may resolve such a segment, and the request would then reach another path.
    private static func movesPath(_ segment: String) -> Bool { segment == "." || segment == ".." }
}
