import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Requests of a connection", .timeLimit(.minutes(10)))
struct RequestDriverTests {
    private static func head(_ method: String, _ path: String, _ more: String = "") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: x\r\n\(more)\r\n"
    }

    @Test("requests that are sent together are answered one after the other, in order")
    func together() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            // More parts than a connection reads ahead.
            let all = (1...40).map { length in
                length.isMultiple(of: 2)
                    ? Self.head("GET", "/\(length)")
                    : Self.head("POST", "/", "Content-Length: \(length)\r\n") + String(repeating: "b", count: length)
            }
            socket.write(all.joined())
            for length in 1...40 {
                let body = try socket.read().body
                #expect(
                    body
                        == (length.isMultiple(of: 2)
                            ? [UInt8](repeating: 0x61, count: length) : Array("\(length)".utf8)))
            }
        }
    }

    @Test("a response that is sent in parts keeps its place among those of other requests")
    func partsInOrder() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("GET", "/4") + Self.head("GET", "/\(1 << 20)") + Self.head("GET", "/5"))
            for length in [4, 1 << 20, 5] { #expect(try socket.read().body.count == length) }
            socket.write(Self.head("GET", "/parts/3") + Self.head("GET", "/3"))
            let chunks = try socket.read()
            #expect(chunks.headers["transfer-encoding"] == "chunked")
            var text = "", size = 0
            while !text.hasSuffix("\r\n\r\naaa") {
                let bytes = try socket.bytes(1 << 16)
                size += bytes.count
                text = String((text + String(decoding: bytes, as: UTF8.self)).suffix(10))
            }
            #expect(size > 3 * ResponseBudget.partSize)
        }
    }

    @Test("a client that closes its sending side gets all answers, and the connection ends")
    func halfClosed() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("GET", "/3") + Self.head("GET", "/4"))
            socket.finishWriting()
            #expect(try socket.read().body.count == 3)
            #expect(try socket.read().body.count == 4)
            #expect(socket.rest().isEmpty)
        }
    }

    @Test("what is no HTTP is refused with 400 and the connection ends, also after requests that are answered")
    func malformed() async throws {
        try await TestPeer.with { listener in
            for before in [[], [Self.head("GET", "/3")]] {
                let socket = try TestSocket(port: listener.port)
                socket.write((before + ["no request\r\n\r\n"]).joined())
                for _ in before { #expect(try socket.read().body.count == 3) }
                let refusal = try socket.read()
                #expect(refusal.status == 400 && refusal.headers["connection"] == "close")
                #expect(socket.rest().isEmpty)
            }
        }
    }

    @Test("a body that is no HTTP, and one that ends too early, get no answer but 400, and the connection ends")
    func brokenBody() async throws {
        try await TestPeer.with { listener in
            let chunked = try TestSocket(port: listener.port)
            chunked.write(Self.head("POST", "/", "Transfer-Encoding: chunked\r\n") + "no size\r\n")
            #expect(try chunked.read().status == 400)
            #expect(chunked.rest().isEmpty)
            let short = try TestSocket(port: listener.port)
            short.write(Self.head("POST", "/", "Content-Length: 10\r\n") + "abc")
            short.finishWriting()
            let text = short.rest()
            #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("the rest of a body that was not read is dropped, and the connection continues")
    func unreadBody() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            let body = String(repeating: "b", count: 10_000)
            socket.write(Self.head("POST", "/refused", "Content-Length: 20000\r\n") + body)
            #expect(try socket.read().status == 401)
            socket.write(body + Self.head("GET", "/7"))
            #expect(try socket.read().body.count == 7)
        }
    }

    @Test("after a response that closes the connection, no further request begins")
    func closing() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("GET", "/3", "Connection: close\r\n") + Self.head("GET", "/4"))
            #expect(try socket.read().body.count == 3)
            #expect(socket.rest().isEmpty)
        }
    }

    @Test("a client that reads late gets the whole response")
    func lateReader() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            // Far more than the buffers of both sockets hold, so that the writer waits.
            socket.write(Self.head("GET", "/\(16 << 20)"))
            while listener.ground.answers.held == 0 { usleep(1_000) }
            #expect(try socket.read().body.count == 16 << 20)
        }
    }

    @Test("a client that closes its sending side and reads late gets the whole response", arguments: ["", "parts/"])
    func lateAfterHalfClose(kind: String) async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port, receiveBuffer: 4_096)
            socket.write(Self.head("GET", kind.isEmpty ? "/\(16 << 20)" : "/parts/100"))
            socket.finishWriting()
            while listener.ground.answers.held == 0 { usleep(1_000) }
            let text = socket.rest()
            #expect(text.utf8.count > (kind.isEmpty ? 16 << 20 : 100 * ResponseBudget.partSize))
            #expect(kind.isEmpty || text.hasSuffix("\r\n0\r\n\r\n"))
        }
    }

    /// Answers when it is told to.
    private struct Patient: ListenerHandler {
        let completesRequests: Bool
        let begun: AsyncStream<Void>.Continuation
        let held: AsyncStream<Void>

        func admit(_ request: ListenerRequest) async -> ListenerAdmission {
            .admitted(.skipped) { _ in
                begun.finish()
                for await _ in held {}
                return ListenerResponse(.ok)
            }
        }

        func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.badRequest) }
    }

    @Test(
        "a server that stops waits for a request that completes, even if its client has gone", arguments: [true, false])
    func stopped(isGone: Bool) async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream(), (held, hold) = AsyncStream<Void>.makeStream()
        let limits = HTTPListener.Limits(bodyDeadline: .seconds(30), farewell: .zero)
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            handler: Patient(completesRequests: true, begun: begin, held: held))
        var socket: TestSocket? = try TestSocket(port: listener.port)
        socket?.write(Self.head("GET", "/"))
        for await _ in begun {}
        if isGone { socket = nil }
        let hasStopped = Tally()
        let stop = Task {
            await listener.stop()
            hasStopped.add()
        }
        while (try? TestSocket(port: listener.port)) != nil { await Task.yield() }
        #expect(hasStopped.count == 0)
        hold.finish()
        await stop.value
        #expect(try socket.map { try $0.read().status } == (isGone ? nil : 200))
    }

    @Test(
        "a server that stops cancels a request that need not complete, even if its client has gone",
        arguments: [true, false])
    func cancelled(isGone: Bool) async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream(), (held, hold) = AsyncStream<Void>.makeStream()
        let limits = HTTPListener.Limits(bodyDeadline: .seconds(30), farewell: .zero)
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            handler: Patient(completesRequests: false, begun: begin, held: held))
        var socket: TestSocket? = try TestSocket(port: listener.port)
        socket?.write(Self.head("GET", "/"))
        for await _ in begun {}
        if isGone {
            socket?.resetAtEnd()
            socket = nil
            while listener.ground.connections.count > 0 { await Task.yield() }
        }
        await listener.stop()
        #expect(try socket.map { try $0.read().status } == (isGone ? nil : 200))
        hold.finish()
    }

    @Test("a response has the date of its second")
    func date() async throws {
        #expect(HTTPDate.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(of: 1_709_164_800) == "Thu, 29 Feb 2024 00:00:00 GMT")
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("GET", "/3"))
            let date = try #require(socket.read().headers["date"])
            let now = Int(Date().timeIntervalSince1970)
            #expect((0...60).contains { HTTPDate.text(of: now - $0) == date })
        }
    }

}
