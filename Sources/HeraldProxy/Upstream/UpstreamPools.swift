import NIOCore
import Synchronization

/// The pools of connections of a proxy, one for each event loop.
final class UpstreamPools: Sendable {
    private let address: UpstreamAddress
    private let limits: ProxyLimits
    private let loops: Int
    private let pools = Mutex<[ObjectIdentifier: NIOLoopBound<UpstreamPool>]>([:])
    let counts = ProxyCounts()

    /// - Parameter loops: the number of event loops.
    init(to address: UpstreamAddress, limits: ProxyLimits, loops: Int) {
        self.address = address
        self.limits = limits
        self.loops = loops
    }

    /// Returns the pool of the current event loop.
    func pool(on loop: any EventLoop) -> UpstreamPool {
        pools.withLock { pools in
            if let pool = pools[ObjectIdentifier(loop)] { return pool }
            let pool = NIOLoopBound(
                UpstreamPool(on: loop, of: loops, to: address, limits: limits, counts: counts), eventLoop: loop)
            pools[ObjectIdentifier(loop)] = pool
            return pool
        }.value
    }

    /// Closes all connections that no request uses.
    func close() {
        let all = pools.withLock { Array($0.values) }
        for pool in all { pool.eventLoop.execute { pool.value.close() } }
    }
}
