import HeraldJSON

/// Many requests over a few connections, one at a time over each, from one thread.
struct RequestBatch {
    private let port: Int
    private let connections: Int

    /// - Parameter connections: the requests that are under way at once. Defaults to 16.
    init(_ port: Int, connections: Int = 16) {
        self.port = port
        self.connections = connections
    }

    /// Sends requests, and returns their answers in the order of the requests.
    /// - Throws: errors of the connections, and ``MatrixFailure`` if an answer is not 200 or no JSON.
    func run(_ count: Int, _ request: (Int) throws -> RawRequest) throws -> [JSONValue] {
        var answers = [JSONValue](repeating: .null, count: count)
        let sources = LoadSocket.sources
        let open = try (0..<min(connections, count)).map {
            try RawSocket(from: sources[$0 % sources.count], to: port, seconds: 120)
        }
        let sockets = PollSet()
        var under: [Int32: Int] = [:], next = 0, done = 0
        func ask(_ descriptor: Int32) throws {
            guard next < count else { return }
            PollSet.send(try request(next).bytes(), to: descriptor)
            under[descriptor] = next
            next += 1
        }
        for socket in open {
            sockets.add(socket.descriptor)
            try ask(socket.descriptor)
        }
        while done < count {
            let ready = sockets.wait(120_000)
            guard !ready.isEmpty else { throw MatrixFailure(description: "a request has no answer after two minutes") }
            for index in ready {
                let descriptor = sockets.descriptor(index)
                let isOpen = try sockets.receive(index) { bytes in
                    let answer = try HTTPAnswer(bytes)
                    guard answer.status == 200, let number = under[descriptor] else {
                        throw MatrixFailure(
                            description: "a request failed with \(answer.status): "
                                + String(decoding: answer.body.prefix(300), as: UTF8.self))
                    }
                    answers[number] = try JSONValue(parsing: answer.body, limits: JSONLimits(maxBytes: 64 << 20))
                    done += 1
                    try ask(descriptor)
                }
                guard isOpen else { throw MatrixFailure(description: "the server has closed a connection") }
            }
        }
        return withExtendedLifetime(open) { answers }
    }
}

extension RawRequest {
    static func post(_ path: String, _ body: JSONValue, token: String? = nil) -> RawRequest {
        RawRequest(method: "POST", path: path, token: token, body: body.serialized())
    }
}

/// An HTTP answer that has arrived whole.
struct HTTPAnswer {
    let status: Int
    let body: [UInt8]

    /// - Throws: ``RawHTTP/Malformed`` if the head has no end or no status.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        let end = Array("\r\n\r\n".utf8)
        guard let head = (0..<bytes.count).first(where: { bytes[$0...].starts(with: end) }),
            let status = Int(String(decoding: bytes[..<min(12, head)].suffix(3), as: UTF8.self))
        else { throw RawHTTP.Malformed() }
        self.status = status
        let text = String(decoding: bytes[..<head], as: UTF8.self).lowercased()
        let rest = bytes[(head + 4)...]
        body = text.contains("transfer-encoding: chunked") ? Self.joined(Array(rest)) : Array(rest)
    }

    /// Returns the bytes of the chunks.
    private static func joined(_ chunks: [UInt8]) -> [UInt8] {
        var body: [UInt8] = [], place = 0
        while let end = chunks[place...].firstIndex(of: UInt8(ascii: "\r")),
            let count = Int(String(decoding: chunks[place..<end], as: UTF8.self), radix: 16), count > 0,
            end + 2 + count <= chunks.count
        {
            body += chunks[(end + 2)..<(end + 2 + count)]
            place = min(end + 2 + count + 2, chunks.count)
        }
        return body
    }
}
