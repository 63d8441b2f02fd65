import Foundation

/// The clients of a homeserver, in a process of their own that does one job for every line of its input.
final class NodeLoad {
    private static let argument = "--node-load"
    private var held: LongPolls?
    /// Makes transaction IDs that no other job has used.
    private var transactions = 0
    private let transactionStart = "m\(getpid())."

    static func start() throws -> WorkProcess { try WorkProcess(HeraldProgram.own, [argument]) }

    /// - Returns: true if this process was started as clients. Its work is then done.
    static func wasAskedFor(_ arguments: [String]) throws -> Bool {
        guard arguments.dropFirst().first == argument else { return false }
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raise()
        let load = NodeLoad()
        while let line = readLine() {
            do {
                let answer = try load.work(NodeJob(line)).map { "\($0)" }.joined(separator: " ")
                FileHandle.standardOutput.write(Data((answer + "\n").utf8))
            } catch {
                FileHandle.standardError.write(Data("node: \(error)\n".utf8))
                throw error
            }
        }
        return true
    }

    private func work(_ job: NodeJob) throws -> [Double] {
        switch job.work {
        case .sends: return try sends(job)
        case .delivery: return try delivery(job)
        case .wake: return try wake(job)
        case .repeated: return try repeated(job)
        case .release:
            held = nil
            return [0]
        case .hold:
            let polls = try LongPolls(job.tokens, since: job.since, port: job.port, quiet: job.quiet)
            held = polls
            return [Double(polls.count)]
        }
    }

    private func transaction() -> String {
        transactions += 1
        return transactionStart + String(transactions)
    }

    /// - Returns: the messages, the seconds that they took, and median and 99th percentile of one in ms.
    private func sends(_ job: NodeJob) throws -> [Double] {
        let open = try LoadSocket.open(job.tokens.count, to: job.port)
        let sockets = PollSet()
        let requests = zip(job.tokens, job.rooms).map { MessageRequests($0, room: $1) }
        guard requests.count == open.count else { throw NodeJob.Unknown() }
        var began = open.map { _ in 0.0 }, times: [Double] = []
        /// Sends the next message of a person, whose index is that of the socket.
        func send(_ person: Int) {
            let request = requests[person].with(transaction())
            began[person] = LoadSocket.now()
            PollSet.send(request, to: sockets.descriptor(person))
        }
        let start = LoadSocket.now()
        for (person, socket) in open.enumerated() {
            sockets.add(socket.descriptor)
            send(person)
        }
        while LoadSocket.now() - start < job.seconds * 1_000 {
            for person in sockets.wait(1_000) {
                let isOpen = try sockets.receive(person) { answer in
                    try LoadSocket.requireSuccess(answer)
                    times.append(LoadSocket.now() - began[person])
                    send(person)
                }
                guard isOpen else { throw MatrixFailure(description: "the server has closed a connection") }
            }
        }
        let seconds = (LoadSocket.now() - start) / 1_000, figures = Percentiles(times)
        return withExtendedLifetime(open) { [Double(times.count), seconds, figures.p50, figures.p99] }
    }

    /// The first user sends, and the second one waits.
    /// - Returns: median and 99th percentile of the time from the request of the message to the answer of the long poll, in ms.
    private func delivery(_ job: NodeJob) throws -> [Double] {
        guard job.tokens.count == 2, let room = job.rooms.first else { throw NodeJob.Unknown() }
        let polls = try LongPolls([job.tokens[1]], since: job.since, port: job.port, quiet: 500)
        let sender = try RawSocket(from: LoadSocket.sources[1], to: job.port, seconds: 60)
        let requests = MessageRequests(job.tokens[0], room: room)
        var times: [Double] = []
        for round in 0..<(job.count + job.count / 10 + 1) {
            let request = requests.with(transaction())
            let start = LoadSocket.now()
            try sender.put(request)
            try polls.answers(1) { if round > job.count / 10 { times.append($0 - start) } }
            let answer = try sender.take()
            try answer.withUnsafeBufferPointer { try LoadSocket.requireSuccess($0) }
            // The next long poll has to wait before the next message.
            try polls.settle(job.quiet)
        }
        let figures = Percentiles(times)
        return [figures.p50, figures.p99]
    }

    /// The first user sends, and the others wait.
    /// - Returns: the median over all rounds of the time until the last long poll has its answer, and of the time of half of them, in ms.
    private func wake(_ job: NodeJob) throws -> [Double] {
        guard let token = job.tokens.first, let room = job.rooms.first else { throw NodeJob.Unknown() }
        let polls = try LongPolls(
            Array(job.tokens.dropFirst()), since: job.since, port: job.port, quiet: job.quiet)
        let sender = try RawSocket(from: LoadSocket.sources[1], to: job.port, seconds: 60)
        let requests = MessageRequests(token, room: room)
        var last: [Double] = [], middle: [Double] = []
        for _ in 0..<job.count {
            let request = requests.with(transaction())
            let start = LoadSocket.now()
            try sender.put(request)
            var times: [Double] = []
            try polls.answers(polls.count) { times.append($0 - start) }
            let answer = try sender.take()
            try answer.withUnsafeBufferPointer { try LoadSocket.requireSuccess($0) }
            last.append(times.max() ?? 0)
            middle.append(Percentiles(times).p50)
            try polls.settle(job.quiet)
        }
        return [Percentiles(last).p50, Percentiles(middle).p50]
    }

    /// - Returns: the median time of each request in ms, the bytes of the last answer of each, and the mean time of each in ms.
    private func repeated(_ job: NodeJob) throws -> [Double] {
        let socket = try RawSocket(from: LoadSocket.sources[0], to: job.port, seconds: 120)
        var times = [[Double]](repeating: [], count: job.requests.count), bytes = times.map { _ in 0.0 }
        for round in 0..<job.count {
            for (index, parts) in job.requests.enumerated() {
                guard parts.count >= 2 else { throw NodeJob.Unknown() }
                let path = parts[1].replacingOccurrences(of: "{n}", with: transaction())
                let token = job.tokens[(job.requests.count * round + index) % job.tokens.count]
                let request = SmallRequests.request(
                    parts[0], path, token: token, body: parts.count > 2 ? parts[2] : nil)
                let answer = try LoadSocket.ask(request, socket)
                times[index].append(answer.time)
                bytes[index] = Double(answer.bytes.count)
            }
        }
        return times.map { Percentiles($0).p50 } + bytes + times.map { $0.reduce(0, +) / Double(max($0.count, 1)) }
    }
}
