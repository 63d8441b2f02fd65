import DequeModule
import HeraldPeer
import NIOCore
import NIOHTTP1
import NIOPosix

/// The connections of one event loop to the homeserver, and the requests that wait for one. It belongs to this event loop.
final class UpstreamPool {
    /// A request that waits for a connection.
    final class WaitingRequest {
        fileprivate var done: ((Result<UpstreamConnection, ProxyRefusal>) -> Void)?
        fileprivate var timer: Scheduled<Void>?
        fileprivate let isFresh: Bool

        fileprivate init(isFresh: Bool, _ done: @escaping (Result<UpstreamConnection, ProxyRefusal>) -> Void) {
            self.isFresh = isFresh
            self.done = done
        }

        /// Stops waiting.
        func cancel() {
            timer?.cancel()
            (timer, done) = (nil, nil)
        }

        /// - Returns: false if nobody waits any more.
        @discardableResult
        fileprivate func finish(_ result: Result<UpstreamConnection, ProxyRefusal>) -> Bool {
            guard let done else { return false }
            cancel()
            done(result)
            return true
        }
    }

    private let loop: any EventLoop
    private let address: UpstreamAddress
    private let limits: ProxyLimits
    private let counts: ProxyCounts
    /// The limits that all event loops share.
    private let room: UpstreamRoom
    private weak var pools: UpstreamPools?
    /// The unused connections. The one that was used last is the last one.
    private var idle: [(connection: UpstreamConnection, since: NIODeadline)] = []
    private var waiting: Deque<WaitingRequest> = []
    private var isClosed = false
    private var sweep: DeadlineTimer?

    init(
        on loop: any EventLoop, of pools: UpstreamPools, to address: UpstreamAddress, limits: ProxyLimits,
        room: UpstreamRoom, counts: ProxyCounts
    ) {
        self.loop = loop
        self.address = address
        self.limits = limits
        self.pools = pools
        self.room = room
        self.counts = counts
        sweep = DeadlineTimer(on: loop) { [weak self] in self?.closeOld() }
    }

    // MARK: Taking connections

    /// Calls `done` with a connection, possibly at once.
    /// - Parameter isFresh: true if no request may have used the connection before.
    func take(isFresh: Bool, _ done: @escaping (Result<UpstreamConnection, ProxyRefusal>) -> Void) -> WaitingRequest {
        let request = WaitingRequest(isFresh: isFresh, done)
        while !isFresh, let last = idle.popLast() {
            guard last.connection.isOpen else { continue }
            request.finish(.success(last.connection))
            return request
        }
        if room.takeConnection() {
            open(for: request)
        } else {
            wait(request)
            // An unused connection makes way for a new one.
            if isFresh { idle.first?.connection.close() }
        }
        return request
    }

    private func wait(_ request: WaitingRequest) {
        forgetCancelled()
        guard room.takePlace() else { return _ = request.finish(.failure(.busy)) }
        waiting.append(request)
        counts.waiting.add(1)
        request.timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(limits.waitTime)) { [weak self] in
            request.finish(.failure(.busy))
            self?.forgetCancelled()
        }
        // A connection may have ended before its event loop could see this request.
        openForWaiting()
        guard request.done != nil else { return }
        // The unused connection of another event loop makes way, too.
        pools?.forOthers(than: loop) { pool in pool.makeWay() }
    }

    private func makeWay() {
        if room.hasWaiting { idle.first?.connection.close() }
    }

    private func forgetCancelled() {
        let before = waiting.count
        waiting.removeAll { $0.done == nil }
        let gone = before - waiting.count
        guard gone > 0 else { return }
        counts.waiting.add(-gone)
        room.givePlaces(gone)
    }

    private func nextWaiting(where isMeant: (WaitingRequest) -> Bool = { _ in true }) -> WaitingRequest? {
        forgetCancelled()
        guard let index = waiting.firstIndex(where: isMeant) else { return nil }
        counts.waiting.add(-1)
        room.givePlaces(1)
        return waiting.remove(at: index)
    }

    /// Opens a connection, which ``room`` has counted.
    private func open(for request: WaitingRequest) {
        counts.opened.add()
        let limits = limits, counts = counts
        let pool = NIOLoopBound(self, eventLoop: loop)
        ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(limits.connectTime))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    var encoding = HTTPRequestEncoder.Configuration()
                    // The proxy states the length of each body itself.
                    encoding.automaticallySetFramingHeaders = false
                    var decoding = NIOHTTPDecoderLimitConfiguration()
                    decoding.maxHeaderFieldSize = limits.headBytes
                    decoding.maxHeaderListSize = limits.headBytes
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(HTTPRequestEncoder(configuration: encoding))
                    try pipeline.addHandler(
                        ByteToMessageHandler(
                            HTTPResponseDecoder(
                                leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .drop,
                                limitConfiguration: decoding)))
                    try pipeline.addHandler(UpstreamConnection(of: pool.value, counts: counts))
                }
            }
            .connect(host: address.host, port: address.port)
            .assumeIsolated()
            .whenComplete { [weak self] result in self?.opened(result, for: request) }
    }

    private func opened(_ result: Result<any Channel, any Error>, for request: WaitingRequest) {
        do {
            let connection = try result.get().pipeline.syncOperations.handler(type: UpstreamConnection.self)
            guard connection.isOpen else { throw ChannelError.ioOnClosedChannel }
            connection.isCounted = true
            counts.connections.add(1)
            // The request has ended meanwhile. Another one can use the connection.
            if !request.finish(.success(connection)) { giveBack(connection) }
        } catch {
            let isLate =
                switch error {
                case ChannelError.connectTimeout: true
                default: false
                }
            request.finish(.failure(isLate ? .timeout : .unreachable))
            freed()
        }
    }

    /// Records that a connection is gone. The requests of this event loop may open another one, and then those of the others.
    private func freed() {
        room.giveConnection()
        openForWaiting()
        if room.hasWaiting { pools?.forOthers(than: loop) { pool in pool.openForWaiting() } }
    }

    private func openForWaiting() {
        forgetCancelled()
        while !isClosed, !waiting.isEmpty, room.takeConnection() {
            // Nobody runs in between, so the request is there.
            guard let next = nextWaiting() else { return room.giveConnection() }
            open(for: next)
        }
    }

    // MARK: Returned connections

    /// Accepts an open connection whose last response has ended.
    func giveBack(_ connection: UpstreamConnection) {
        guard !isClosed, connection.isOpen else { return connection.close() }
        connection.isReused = true
        if let next = nextWaiting(where: { !$0.isFresh }) { return _ = next.finish(.success(connection)) }
        // A request that waits for a new connection, or in another event loop, gets the place of this one.
        guard !room.hasWaiting else { return connection.close() }
        idle.append((connection, .now()))
        if idle.count == 1 { sweep?.set(after: limits.idle) }
    }

    /// Records that a connection is gone.
    func closed(_ connection: UpstreamConnection) {
        idle.removeAll { $0.connection === connection }
        freed()
    }

    private func closeOld() {
        let early = NIODeadline.now() - TimeAmount(limits.idle)
        let old = idle.prefix { $0.since <= early }
        idle.removeFirst(old.count)
        for entry in old { entry.connection.close() }
        guard let first = idle.first else { return }
        sweep?.set(after: .nanoseconds((first.since - early).nanoseconds))
    }

    /// Closes the unused connections, and those in use when their requests have ended.
    func close() {
        isClosed = true
        sweep?.stop()
        let unused = idle
        idle = []
        for entry in unused { entry.connection.close() }
    }
}
