#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Long polls of many users, each over a connection of its own.
final class LongPolls {
    private let open: [RawSocket]
    private let sockets = PollSet()
    private var tokens: [Int32: String] = [:]
    /// The polls that have their answers, and the sync tokens of these.
    private var answered: [(descriptor: Int32, since: String)] = []

    var count: Int { open.count }

    /// Opens the connections and sends the polls.
    /// - Parameter quiet: the milliseconds without an answer after which all polls count as waiting.
    init(_ people: [String], since: String, port: Int, quiet: Int32) throws {
        open = try LoadSocket.open(people.count, to: port)
        for (socket, token) in zip(open, people) {
            tokens[socket.descriptor] = token
            sockets.add(socket.descriptor)
            PollSet.send(LoadSocket.poll(token, since: since), to: socket.descriptor)
        }
        try settle(quiet)
    }

    /// Reads so many answers, and calls `body` with the time at which each was complete.
    func answers(_ count: Int, _ body: (Double) -> Void) throws {
        var left = count
        while left > 0 {
            // Few long waits for many answers cost the server's processors less than many short ones.
            if left > 50 { usleep(500) }
            let ready = sockets.wait(60_000)
            guard !ready.isEmpty else { throw MatrixFailure(description: "\(left) long polls have no answer") }
            for index in ready { left -= try take(index, body) }
        }
    }

    /// Sends the next polls of those that have their answers. Returns when no poll has been answered for so many milliseconds.
    func settle(_ milliseconds: Int32) throws {
        while true {
            for (descriptor, since) in answered {
                PollSet.send(LoadSocket.poll(tokens[descriptor] ?? "", since: since), to: descriptor)
            }
            answered = []
            let ready = sockets.wait(milliseconds)
            guard !ready.isEmpty else { return }
            for index in ready { _ = try take(index) { _ in } }
        }
    }

    private func take(_ index: Int, _ body: (Double) -> Void) throws -> Int {
        let descriptor = sockets.descriptor(index), before = answered.count
        let isOpen = try sockets.receive(index) { answer in
            body(LoadSocket.now())
            answered.append((descriptor, try LoadSocket.nextBatch(answer)))
        }
        guard isOpen else { throw MatrixFailure(description: "the server has closed a connection") }
        return answered.count - before
    }
}
