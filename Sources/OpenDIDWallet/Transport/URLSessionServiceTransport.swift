import Foundation
import HeraldHTTP
import OpenDID_DataModel

/// The transport of the system: Foundation's `URLSession` on Apple systems, libcurl on Linux.
///
/// Cookies, caches and stored credentials are off, answers are cut at ``maximumAnswerBytes``, and a redirect to another origin is not
/// followed: what a wallet sends is meant for one server.
public struct URLSessionServiceTransport: ServiceTransport {
    /// How long a connection may stay silent, in seconds.
    public let timeout: Double
    /// The longest body that is accepted.
    public let maximumAnswerBytes: Int
    /// How long the whole exchange may take, in seconds: a server that sends a byte now and then is not silent.
    public let deadline: Double

    /// One for the process: it holds nothing that differs from one transport to the next.
    private static let client = HTTPClient()

    /// - Parameters:
    ///   - timeout: how long a connection may stay silent, in seconds. Defaults to 30.
    ///   - maximumAnswerBytes: the longest body that is accepted. Defaults to 8 MiB.
    ///   - deadline: how long the whole exchange may take, in seconds. Defaults to 300.
    public init(timeout: Double = 30, maximumAnswerBytes: Int = 8 << 20, deadline: Double = 300) {
        self.timeout = timeout
        self.maximumAnswerBytes = maximumAnswerBytes
        self.deadline = deadline
    }

    public func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        guard let url = URL(string: call.url), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw TransportFailure(.malformedURL, reason: "an http or https URL expected")
        }
        var headers = ["Accept": "application/json"]
        if call.body != nil { headers["Content-Type"] = "application/json;charset=utf-8" }
        do {
            let answer = try await Self.client.send(
                HTTPCall(
                    method: call.method.rawValue, url: url, headers: headers, body: call.body, timeout: .seconds(timeout),
                    maximumAnswerBytes: maximumAnswerBytes, deadline: .seconds(deadline), keepsConnection: true))
            return ServiceAnswer(status: answer.status, body: answer.body)
        } catch let failure as HTTPFailure {
            throw TransportFailure(failure)
        }
    }
}

extension TransportFailure {
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .unknownHost: self.init(.unknownHost, reason: "the server's host name does not resolve")
        case .cannotConnect, .addressRefused: self.init(.cannotConnect, reason: "no connection to the server")
        case .connectionLost, .closed, .malformedRequest: self.init(.connectionLost, reason: "the connection to the server broke, or the answer was no HTTP")
        case .timedOut: self.init(.timedOut, reason: "the server did not answer in time")
        case .insecureConnection:
            self.init(.insecureConnection, reason: "TLS could not be agreed, or the server's certificate is not trusted")
        case .answerTooLarge: self.init(.answerTooLarge, reason: "the answer is longer than this side accepts")
        }
    }
}
