#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Ports of loopback that the system gives to no other program, although no program listens there yet.
final class HeldPorts: Sendable {
    struct Failure: Error { let code: Int32 }

    let numbers: [Int]
    private let descriptors: [Int32]

    init(_ count: Int) throws {
        var (numbers, descriptors): ([Int], [Int32]) = ([], [])
        for _ in 0..<count {
            #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #endif
            descriptors.append(descriptor)
            // On Linux, a server may listen on a port that such a socket holds without listening.
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
                }
            }
            guard isNamed else {
                let code = errno
                for descriptor in descriptors { close(descriptor) }
                throw Failure(code: code)
            }
            numbers.append(Int(UInt16(bigEndian: address.sin_port)))
        }
        (self.numbers, self.descriptors) = (numbers, descriptors)
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
