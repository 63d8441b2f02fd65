#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Bytes at a fixed address that are overwritten with zeros when the last reference is released.
///
/// `@unchecked Sendable`: no lock is needed. Only `init` writes the bytes, before the reference is shared, and `deinit` runs when no
/// other reference is left.
package final class SecretBytes: @unchecked Sendable {
    private let buffer: UnsafeMutableRawBufferPointer

    package init(copying bytes: some Collection<UInt8>) {
        buffer = .allocate(byteCount: bytes.count, alignment: 8)
        buffer.copyBytes(from: bytes)
    }

    deinit {
        Self.wipe(buffer)
        buffer.deallocate()
    }

    package var count: Int { buffer.count }

    package func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        buffer.withMemoryRebound(to: UInt8.self) { bound in
            guard let base = bound.baseAddress else {
                var nothing: UInt8 = 0
                return body(&nothing)
            }
            return body(base)
        }
    }

    /// Returns true when both contain the same bytes. The duration depends only on the lengths.
    package func equals(_ other: SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return zip(buffer, other.buffer).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Overwrites the bytes with zeros. It calls a platform function that the optimiser must not remove, unlike a plain loop before a deallocation.
    package static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return }
        #if canImport(Darwin)
        _ = memset_s(base, buffer.count, 0, buffer.count)
        #else
        explicit_bzero(base, buffer.count)
        #endif
    }
}
