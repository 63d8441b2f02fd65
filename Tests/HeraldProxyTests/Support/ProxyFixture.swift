import Foundation
import HTTPTypes
import HeraldPeer
import Logging
import TestSupport
@testable import HeraldProxy

/// A proxy on a port that the system chooses.
struct ProxyFixture: Sendable {
    let proxy: ProxyListener
    var counts: ProxyCounts { proxy.counts }

    func connect() throws -> Wire { try Wire(port: proxy.port) }

    /// Sends one request on a new connection.
    func ask(_ request: String) throws -> Wire.Message {
        let wire = try connect()
        wire.send(request)
        return try wire.message()
    }

    func get(_ target: String, _ fields: String = "") throws -> Wire.Message { try ask(Self.request(target, fields)) }

    /// - Parameter fields: lines of the header, each with its end.
    static func request(_ target: String, _ fields: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: example.org\r\n\(fields)\r\n"
    }

    /// Runs blocking calls against a proxy in front of a stub, off the cooperative pool.
    static func with<T: Sendable>(
        _ stub: StubHomeserver, change: (inout ProxyConfiguration) throws -> Void = { _ in },
        limits: HTTPListener.Limits = HTTPListener.Limits(bodyDeadline: .seconds(60)), own: [OwnRoutes.Route] = [],
        asked: Tally? = nil, logger: Logger? = nil, farewell: Duration = .seconds(1),
        _ body: @escaping @Sendable (ProxyFixture) throws -> T
    ) async throws -> T {
        defer { stub.stop() }
        return try await with(
            port: stub.port, change: change, limits: limits, own: own, asked: asked, logger: logger, farewell: farewell,
            body)
    }

    /// Runs blocking calls against a proxy, off the cooperative pool.
    /// - Parameters:
    ///   - port: the port of the homeserver.
    ///   - asked: counts how often the proxy asks if a request is the server's own.
    static func with<T: Sendable>(
        port: Int, change: (inout ProxyConfiguration) throws -> Void = { _ in },
        limits: HTTPListener.Limits = HTTPListener.Limits(bodyDeadline: .seconds(60)), own: [OwnRoutes.Route] = [],
        asked: Tally? = nil, logger: Logger? = nil, farewell: Duration = .seconds(1),
        _ body: @escaping @Sendable (ProxyFixture) throws -> T
    ) async throws -> T {
        var configuration = ProxyConfiguration(
            upstream: UpstreamAddress(host: "127.0.0.1", port: port),
            routes: [.init("/_matrix"), .init("/_api", upstream: "/_matrix")])
        try change(&configuration)
        var limits = limits
        limits.farewell = farewell
        let logger = logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let proxy: ProxyListener
        if let asked {
            let routes = OwnRoutes(own)
            proxy = try await ProxyListener.start(
                host: "127.0.0.1", port: 0, limits: limits, proxy: configuration, logger: logger, handler: routes,
                isOwn: { head in
                    asked.add()
                    return routes.contains(head)
                })
        } else {
            proxy = try await ProxyListener.start(
                host: "127.0.0.1", port: 0, limits: limits, proxy: configuration, logger: logger, own: own)
        }
        // A thread of its own: on Linux the global queues share their threads with the cooperative pool.
        let result: Result<T, any Error> = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Result { try body(ProxyFixture(proxy: proxy)) }) }.start()
        }
        await proxy.stop()
        return try result.get()
    }
}

/// Holds threads until it is opened.
final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    func open() { semaphore.signal() }
}

/// Waits until a condition holds. The time limit of the suite ends a test whose condition never does.
func waitUntil(_ condition: () -> Bool) { while !condition() { usleep(1_000) } }
