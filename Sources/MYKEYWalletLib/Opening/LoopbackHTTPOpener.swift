import Foundation
import HeraldHTTP
import HeraldJSON
import MYKEYWire

/// Passes requests to a wallet that listens on this machine's loopback address, such as `herald mykey wallet`.
///
/// | request | response |
/// | --- | --- |
/// | `GET /` | 200 `{"schemes":["mykey","simplewallet"]}`: a wallet is running |
/// | `POST /open` `{"url":"<request URL>"}` | 202 `{"id":"<letters, digits, - or _>"}`: the user will be asked |
/// | `GET /answers/<id>` | 200 `{"url":"<answer URL>"}`; 204: not yet, ask again; 404: there is none and will be none |
///
/// The wallet may delay the response to `GET /answers/…` until there is an answer, up to 30 s. Requests have a JSON content type, so that a
/// web page cannot send one without a CORS preflight. Requests never use a proxy, whatever the system or environment configures.
public struct LoopbackHTTPOpener: URLOpening {
    private static let idLetters = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)

    private let base: String
    private let client = HTTPClient(usesProxies: false)
    /// The wait before the next request for an answer, if the wallet responded with 204 at once.
    private let pause: Duration

    /// Creates an opener for a wallet.
    /// - Parameter wallet: the wallet's address, such as `http://127.0.0.1:8460`.
    /// - Throws: ``MYKEYWalletError`` 10012 if the address is not a plain HTTP URL of `localhost`, 127.0.0.0/8 or `[::1]`. Request URLs are
    ///   readable in transit and must not leave the machine.
    public init(wallet: String) throws(MYKEYWalletError) { try self.init(wallet: wallet, pause: .milliseconds(200)) }

    init(wallet: String, pause: Duration) throws(MYKEYWalletError) {
        guard let parts = try? LinkParts(wallet), parts.scheme == "http", !parts.hasUserInfo,
            parts.path.isEmpty || parts.path == "/",
            parts.rest == nil, parts.fragment == nil, let host = parts.host,
            URLHost.isThisMachine(host)
        else {
            throw .refused("wallet", "an address of the form http://127.0.0.1:PORT was expected")
        }
        base = "http://" + host + (parts.port.map { ":\($0)" } ?? "")
        self.pause = pause
    }

    public func canOpen(scheme: String) async -> Bool {
        guard let answer = await get("/"), answer.status == 200 else { return false }
        return answer.body["schemes"]?.arrayValue?.contains(.string(scheme)) ?? false
    }

    public func open(_ url: String) async -> Bool { await requestID(for: url) != nil }

    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool {
        guard let requestID = await requestID(for: url) else { return false }
        while !Task.isCancelled {
            guard let answer = await get("/answers/" + requestID) else { return false }
            switch answer.status {
            case 200:
                guard let url = answer.body["url"]?.stringValue else { return false }
                answers(url)
                return true
            case 204: try? await Task.sleep(for: pause)
            default: return false
            }
        }
        return true
    }

    private func requestID(for url: String) async -> String? {
        let body = "{\"url\":" + String(decoding: JSONText.quoted(url), as: UTF8.self) + "}"
        guard let answer = await send("POST", "/open", body: Array(body.utf8)), answer.status == 202,
            let requestID = answer.body["id"]?.stringValue, (1...128).contains(requestID.utf8.count),
            requestID.unicodeScalars.allSatisfy(Self.idLetters.contains)
        else { return nil }
        return requestID
    }

    private func get(_ path: String) async -> (status: Int, body: JSONValue)? { await send("GET", path, body: nil) }

    private func send(_ method: String, _ path: String, body: [UInt8]?) async -> (status: Int, body: JSONValue)? {
        guard let url = URL(string: base + path) else { return nil }
        // Redirects are not followed, because a redirect could send the request URL to another program or machine.
        let call = HTTPCall(
            method: method, url: url, headers: body == nil ? [:] : ["Content-Type": "application/json; charset=utf-8"],
            body: body,
            timeout: .seconds(45), maximumAnswerBytes: 2 * MYKEYLimits.urlBytes, deadline: .seconds(60),
            followsRedirects: false)
        guard let answer = try? await client.send(call) else { return nil }
        let limits = JSONLimits(maxBytes: 2 * MYKEYLimits.urlBytes, maxDepth: 4)
        return (answer.status, (try? JSONValue(parsing: answer.body, limits: limits)) ?? .null)
    }
}
