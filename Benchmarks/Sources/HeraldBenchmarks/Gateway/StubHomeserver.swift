import Foundation

/// A homeserver that answers every request with the same small JSON object, and long polls not at all. It runs in a process of its own until its
/// input ends. For each line of its input, it writes its port, the number of open connections and the number of long polls that wait.
enum StubHomeserver {
    private static let argument = "--stub-homeserver"
    private static let answer: [UInt8] = {
        let body = #"{"name":"\#(String(repeating: "a room like others ", count: 10))"}"#
        return Array(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8)
    }()
    /// A part of the target that only long polls have.
    private static let longPoll = Array("/sync?".utf8)

    static func start(on core: Int?) throws -> WorkProcess {
        let (program, arguments) = Cores.command(HeraldProgram.own, [argument], on: core)
        return try WorkProcess(program, arguments)
    }

    /// - Returns: true if this process was started as a homeserver. Its work is then done.
    static func wasAskedFor(_ arguments: [String]) throws -> Bool {
        guard arguments.dropFirst().first == argument else { return false }
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raise()
        let (listener, port) = try listener()
        let input: Int32 = 0
        let sockets = PollSet()
        var polls: Set<Int32> = []
        for descriptor in [input, listener] { sockets.add(descriptor) }
        while true {
            for index in sockets.wait() {
                let descriptor = sockets.descriptor(index)
                if descriptor == input {
                    guard let lines = lines() else { return true }
                    let line = "\(port) \(sockets.count - 2) \(polls.count)\n"
                    for _ in 0..<lines { FileHandle.standardOutput.write(Data(line.utf8)) }
                } else if descriptor == listener {
                    let connection = accept(listener, nil, nil)
                    guard connection >= 0 else { continue }
                    RawSocket.sendAtOnce(connection)
                    sockets.add(connection)
                } else {
                    let isOpen = sockets.receive(index) { request in
                        if isLongPoll(request) {
                            polls.insert(descriptor)
                        } else {
                            PollSet.send(answer, to: descriptor)
                        }
                    }
                    guard !isOpen else { continue }
                    polls.remove(descriptor)
                    sockets.remove(index)
                    close(descriptor)
                }
            }
        }
    }

    private static func isLongPoll(_ request: UnsafeBufferPointer<UInt8>) -> Bool {
        let target = request.prefix { $0 != UInt8(ascii: "\r") }
        return target.indices.contains { target[$0...].starts(with: longPoll) }
    }

    /// Returns the number of lines that have arrived; `nil` at the end of the input.
    private static func lines() -> Int? {
        let text = FileHandle.standardInput.availableData
        return text.isEmpty ? nil : text.count { $0 == UInt8(ascii: "\n") }
    }

    private static func listener() throws -> (descriptor: Int32, port: Int) {
        let descriptor = RawSocket.stream()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size), address = sockaddr_in()
        let isListening = RawSocket.withAddress("127.0.0.1", 0) { bind(descriptor, $0, $1) == 0 }
        guard isListening, listen(descriptor, 1_024) == 0 else {
            throw RawSocket.Failure(step: "listen", code: errno)
        }
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw RawSocket.Failure(step: "getsockname", code: errno) }
        return (descriptor, Int(in_port_t(bigEndian: address.sin_port)))
    }
}
