import Dispatch
import HeraldHTTP
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Looks up host names with the system's resolver.
public struct SystemHostResolver: HostResolving {
    /// Creates a resolver.
    public init() {}

    public func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress]
    {
        let found = await Self.race(host, limit)
        guard let found, !found.isEmpty else {
            let why = found == nil ? "the name service did not answer in time" : "the host name does not resolve"
            throw MYKEYServicesError(.network, field: host, reason: why)
        }
        return found
    }

    /// Returns the addresses, or `nil` when the limit passes first. The look-up may continue in the background.
    private static func race(_ host: String, _ limit: Duration) async -> [NetworkAddress]? {
        let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
        return await withCheckedContinuation { (continuation: CheckedContinuation<[NetworkAddress]?, Never>) in
            let waiting = OnceResult(continuation)
            guard NameLookups.shared.run(host, within: limit, { waiting.resume(lookUp(host)) }) else {
                return waiting.resume(nil)
            }
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + seconds) { waiting.resume(nil) }
        }
    }

    private static func lookUp(_ host: String) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [NetworkAddress] = []
        var entry = list
        while let current = entry {
            if let address = address(current.pointee), !found.contains(address) { found.append(address) }
            entry = current.pointee.ai_next
        }
        return found
    }

    private static func address(_ entry: addrinfo) -> NetworkAddress? {
        guard let pointer = UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch entry.ai_family {
        case AF_INET:
            return withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in.self).sin_addr) {
                NetworkAddress(bytes: Array($0))
            }
        case AF_INET6:
            return withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
                NetworkAddress(bytes: Array($0))
            }
        default:
            return nil
        }
    }
}

/// A continuation that is resumed by the first of several callers.
private final class OnceResult: Sendable {
    private let waiting: Mutex<CheckedContinuation<[NetworkAddress]?, Never>?>

    init(_ continuation: CheckedContinuation<[NetworkAddress]?, Never>) { waiting = Mutex(continuation) }

    func resume(_ result: [NetworkAddress]?) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: result)
    }
}
