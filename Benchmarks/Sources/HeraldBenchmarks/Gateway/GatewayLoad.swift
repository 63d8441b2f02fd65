import Foundation

/// The clients, in a process of their own that does one piece of work for every line of its input.
enum GatewayLoad {
    private static let argument = "--gateway-load"
    /// The addresses of the clients. One address may have only a part of a server's connections.
    private static let sources = ["127.0.0.2", "127.0.0.3", "127.0.0.4"]

    /// A server did not answer a request with 200.
    private struct Refused: Error {}

    static func start(on core: Int?) throws -> WorkProcess {
        let (program, arguments) = Cores.command(HeraldProgram.own, [argument], on: core)
        return try WorkProcess(program, arguments)
    }

    /// - Returns: true if this process was started as clients. Its work is then done.
    static func wasAskedFor(_ arguments: [String]) throws -> Bool {
        guard arguments.dropFirst().first == argument else { return false }
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raise()
        var open: [RawSocket] = []
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            let numbers = words.dropFirst().compactMap { Int($0) }
            var figures: [Double] = [1]
            switch (words.first, numbers.count) {
            case ("get", 3): figures = try pairs(SmallRequests.get, numbers[0], numbers[1], count: numbers[2])
            case ("put", 3): figures = try pairs(SmallRequests.put, numbers[0], numbers[1], count: numbers[2])
            case ("whoami", 3):
                let request = SmallRequests.request(
                    "GET", "/_matrix/client/v3/account/whoami", token: words.last ?? "")
                figures = try pairs(request, numbers[0], numbers[1], count: numbers[2])
            case ("rate", 3):
                figures = try rate(numbers[0], connections: numbers[1], seconds: Double(numbers[2]) / 1_000)
            case ("idle", 2):
                open = try connections(numbers[0], numbers[1])
                for socket in open { _ = try ask(SmallRequests.get, socket) }
            case ("poll", 2):
                open = try connections(numbers[0], numbers[1])
                for socket in open { try socket.put(SmallRequests.longPoll) }
            default: throw Refused()
            }
            let answer = figures.map { "\($0)" }.joined(separator: " ")
            FileHandle.standardOutput.write(Data((answer + "\n").utf8))
        }
        withExtendedLifetime(open) {}
        return true
    }

    /// Sends a request to both ports in turns, each over one connection.
    /// - Returns: median and 99th percentile at the first port, and at the second, in µs.
    private static func pairs(_ request: [UInt8], _ first: Int, _ second: Int, count: Int) throws -> [Double] {
        let sockets = try [first, second].map { try RawSocket(from: sources[0], to: $0, seconds: 30) }
        var times: [[Double]] = [[], []]
        let warmUp = min(count / 10 + 1, 500)
        for round in 0..<(warmUp + count) {
            for index in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                let time = try ask(request, sockets[index])
                if round >= warmUp { times[index].append(time) }
            }
        }
        return times.flatMap { list in
            let figures = Percentiles(list)
            return [figures.p50, figures.p99]
        }
    }

    /// Sends a request and reads the answer. - Returns: the time in µs.
    private static func ask(_ request: [UInt8], _ socket: RawSocket) throws -> Double {
        let start = now()
        try socket.put(request)
        var bytes = try socket.take()
        while bytes.withUnsafeBufferPointer({ MessageScan.length(of: $0) }) != bytes.count {
            let more = try socket.take()
            guard !more.isEmpty else { throw Refused() }
            bytes += more
        }
        let time = (now() - start) * 1e6
        guard bytes.withUnsafeBufferPointer(isGood) else { throw Refused() }
        return time
    }

    /// Sends small requests over many connections, half of them with a body, one at a time over each.
    /// - Returns: the number of answers, and the seconds that they took.
    private static func rate(_ port: Int, connections count: Int, seconds: Double) throws -> [Double] {
        let open = try connections(port, count)
        let sockets = PollSet()
        let start = now()
        for (index, socket) in open.enumerated() {
            sockets.add(socket.descriptor)
            try socket.put(index.isMultiple(of: 2) ? SmallRequests.get : SmallRequests.put)
        }
        var answers = 0
        while now() - start < seconds {
            for index in sockets.wait(1_000) {
                let isOpen = try sockets.receive(index) { answer in
                    guard isGood(answer) else { throw Refused() }
                    answers += 1
                    PollSet.send(
                        answers.isMultiple(of: 2) ? SmallRequests.get : SmallRequests.put,
                        to: sockets.descriptor(index))
                }
                guard isOpen else { throw Refused() }
            }
        }
        let time = now() - start
        withExtendedLifetime(open) {}
        return [Double(answers), time]
    }

    private static func connections(_ port: Int, _ count: Int) throws -> [RawSocket] {
        try (0..<count).map { try RawSocket(from: sources[$0 % sources.count], to: port, seconds: 30) }
    }

    private static func isGood(_ answer: UnsafeBufferPointer<UInt8>) -> Bool {
        answer.starts(with: "HTTP/1.1 200".utf8)
    }

    /// Seconds on a monotonic clock.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
