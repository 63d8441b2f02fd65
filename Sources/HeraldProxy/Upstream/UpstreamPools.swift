import NIOCore
import Synchronization

/// The pools of connections of a proxy, one for each event loop.
final class UpstreamPools: Sendable {
    private let address: UpstreamAddress
    private let limits: ProxyLimits
    private let room: UpstreamRoom
    private let pools = Mutex<[ObjectIdentifier: NIOLoopBound<UpstreamPool>]>([:])
    let counts = ProxyCounts()

    init(to address: UpstreamAddress, limits: ProxyLimits) {
        self.address = address
        self.limits = limits
        room = UpstreamRoom(limits)
    }

    /// Returns the pool of the current event loop.
    func pool(on loop: any EventLoop) -> UpstreamPool {
        pools.withLock { pools in
            if let pool = pools[ObjectIdentifier(loop)] { return pool }
            let pool = NIOLoopBound(
                UpstreamPool(on: loop, of: self, to: address, limits: limits, room: room, counts: counts),
                eventLoop: loop)
            pools[ObjectIdentifier(loop)] = pool
            return pool
        }.value
    }

    /// Runs a body with the pool of each event loop but one.
    func forOthers(than loop: any EventLoop, _ body: @escaping @Sendable (UpstreamPool) -> Void) {
        for pool in pools.withLock({ Array($0.values) }) where pool.eventLoop !== loop {
            pool.eventLoop.execute { body(pool.value) }
        }
    }

    /// Closes all connections that no request uses.
    func close() {
        for pool in pools.withLock({ Array($0.values) }) { pool.eventLoop.execute { pool.value.close() } }
    }
}
