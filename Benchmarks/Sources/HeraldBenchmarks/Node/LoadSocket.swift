import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Parts that all works of the load process share.
enum LoadSocket {
    /// The addresses of the clients. A server may limit the connections of one address.
    static let sources = (2...33).map { "127.0.0.\($0)" }

    static func open(_ count: Int, to port: Int) throws -> [RawSocket] {
        try (0..<count).map { try RawSocket(from: sources[$0 % sources.count], to: port, seconds: 60) }
    }

    /// Milliseconds on a monotonic clock.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
    }

    /// Returns the request of a long poll. The presence of the user does not change, because it would wake other users.
    static func poll(_ token: String, since: String) -> [UInt8] {
        SmallRequests.request(
            "GET", "/_matrix/client/v3/sync?set_presence=offline&timeout=600000&since=\(NodeWorld.escaped(since))",
            token: token)
    }

    /// Returns the sync token of an answer.
    /// - Throws: ``MatrixFailure`` if the answer has none or is no success.
    static func nextBatch(_ bytes: UnsafeBufferPointer<UInt8>) throws -> String {
        try requireSuccess(bytes)
        let mark = Array(#""next_batch":""#.utf8)
        // The server may write it at either end of a long answer.
        guard let place = bytes.indices.first(where: { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) })
        else { throw MatrixFailure(description: "a sync has no next_batch") }
        return String(decoding: bytes[(place + mark.count)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    static func requireSuccess(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard bytes.starts(with: "HTTP/1.1 200".utf8) else {
            throw MatrixFailure(description: String(decoding: bytes.prefix(600), as: UTF8.self))
        }
    }

    /// Sends a request and reads its answer. - Returns: the milliseconds that it took, and the bytes of the answer.
    static func ask(_ request: [UInt8], _ socket: RawSocket) throws -> (time: Double, bytes: [UInt8]) {
        let start = now()
        try socket.put(request)
        var bytes = try socket.take()
        while bytes.withUnsafeBufferPointer({ MessageScan.length(of: $0) }) != bytes.count {
            let more = try socket.take()
            guard !more.isEmpty else { throw MatrixFailure(description: "the server has closed a connection") }
            bytes += more
        }
        let time = now() - start
        try bytes.withUnsafeBufferPointer { try requireSuccess($0) }
        return (time, bytes)
    }
}
