/// The content of a file that is uploaded part by part, so that it is never in memory as a whole. It can be read again from any place, because
/// an upload that failed is repeated.
public struct MXUploadStream: Sendable {
    /// The length of the content in bytes.
    public let size: Int64
    private let read: @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

    /// Creates a stream.
    /// - Parameters:
    ///   - size: the length of the content in bytes.
    ///   - read: returns the bytes from an offset on: at least one, and at most `count`.
    public init(size: Int64, read: @escaping @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]) {
        self.size = size
        self.read = read
    }

    /// Creates a stream of bytes that are in memory.
    package init(bytes: [UInt8]) {
        self.init(size: Int64(bytes.count)) { offset, count in
            guard let start = Int(exactly: offset), start >= 0, start < bytes.count else { return [] }
            return Array(bytes[start..<min(bytes.count - start, count) + start])
        }
    }

    /// Creates a stream of a file on this device.
    package init(_ source: MXAttachmentSource) {
        self.init(size: source.size) { offset, count in try source.read(at: offset, count: count) }
    }

    /// Returns bytes of the content: at least one, and at most `count`.
    /// - Parameters:
    ///   - offset: the place of the first byte. It is less than ``size``.
    ///   - count: the greatest number of bytes.
    /// - Throws: the error of reading the content; ``SDNSDKError`` with code `invalidArgument` when the content is shorter than ``size``.
    public func bytes(at offset: Int64, upTo count: Int) async throws -> [UInt8] {
        let (left, overflows) = size.subtractingReportingOverflow(offset)
        guard offset >= 0, !overflows, left > 0 else { return [] }
        let wanted = min(count, Int(clamping: left))
        let bytes = try await read(offset, wanted)
        guard !bytes.isEmpty, bytes.count <= wanted else { throw MXAttachmentSource.changed }
        return bytes
    }

    /// Returns the whole content.
    /// - Throws: the errors of ``bytes(at:upTo:)``.
    public func all() async throws -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(Int(clamping: min(size, 1 << 30)))
        while Int64(all.count) < size {
            all += try await bytes(at: Int64(all.count), upTo: MXOutgoingAttachment.partSize)
        }
        return all
    }
}
