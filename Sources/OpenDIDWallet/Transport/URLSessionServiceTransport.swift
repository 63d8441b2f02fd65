import Foundation
import HeraldHTTP
import OpenDID_DataModel

/// The transport of the system: Foundation's `URLSession` on Apple systems, libcurl on Linux.
///
/// Cookies, caches and stored credentials are off. Answers longer than ``maximumAnswerBytes`` are refused. A redirect to another origin is
/// not followed, because a wallet's messages are for one server.
public struct URLSessionServiceTransport: ServiceTransport {
    /// The longest time without data on a connection.
    public let timeout: Duration
    /// The longest body that is accepted, in bytes.
    public let maximumAnswerBytes: Int
    /// The longest time of the whole exchange. It also limits a server that sends a byte from time to time.
    public let deadline: Duration

    /// One client for the process, because it has no data that differs between transports.
    private static let client = HTTPClient()

    /// Creates a transport.
    /// - Parameters:
    ///   - timeout: the longest time without data on a connection. Defaults to 30 s.
    ///   - maximumAnswerBytes: the longest body that is accepted, in bytes. Defaults to 8 MiB.
    ///   - deadline: the longest time of the whole exchange. Defaults to 300 s.
    public init(timeout: Duration = .seconds(30), maximumAnswerBytes: Int = 8 << 20, deadline: Duration = .seconds(300))
    {
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
                    method: call.method.rawValue, url: url, headers: headers, body: call.body,
                    timeout: timeout,
                    maximumAnswerBytes: maximumAnswerBytes, deadline: deadline, keepsConnection: true))
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
        case .connectionLost, .closed, .malformedRequest:
            self.init(.connectionLost, reason: "the connection to the server was lost, or the answer was not HTTP")
        case .timedOut: self.init(.timedOut, reason: "the server did not answer in time")
        case .insecureConnection:
            self.init(
                .insecureConnection, reason: "the TLS handshake failed, or the server's certificate is not trusted")
        case .answerTooLarge: self.init(.answerTooLarge, reason: "the answer is longer than the wallet accepts")
        }
    }
}
