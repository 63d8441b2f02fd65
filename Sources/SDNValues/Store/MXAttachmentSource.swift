import Foundation

/// The content of a file to send, as the app handed it over: a file, or bytes in memory. A file is opened at once, so the app may delete or
/// replace it afterwards.
package final class MXAttachmentSource: Sendable {
    private enum Content: Sendable {
        case file(Int32)
        case data(Data)
    }

    /// The length of the content in bytes.
    package let size: Int64
    private let content: Content
    /// True when reading the content needs no disk.
    package var isInMemory: Bool {
        if case .data = content { return true }
        return false
    }

    package init(_ data: Data) {
        size = Int64(data.count)
        content = .data(data)
    }

    /// Opens a file.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when the URL names no file that can be read.
    package init(localURL url: URL) throws(SDNSDKError) {
        // Without O_NONBLOCK, opening a pipe that nobody writes to would never return.
        let descriptor = url.isFileURL ? open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1
        guard descriptor >= 0 else { throw MXAttachmentSource.unreadable }
        var about = stat()
        guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw MXAttachmentSource.unreadable
        }
        size = Int64(about.st_size)
        content = .file(descriptor)
    }

    deinit {
        if case .file(let descriptor) = content { close(descriptor) }
    }

    /// Returns `count` bytes, or fewer at the end of the content.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when the file cannot be read, or is shorter than it was.
    package func read(at offset: Int64, count: Int) throws(SDNSDKError) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let wanted = min(count, Int(clamping: size - offset))
        switch content {
        case .data(let data):
            let start = data.startIndex + Int(offset)
            return [UInt8](data[start..<start + wanted])
        case .file(let descriptor):
            let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
                while count < wanted, let base = buffer.baseAddress {
                    let read = pread(descriptor, base + count, wanted - count, off_t(offset) + off_t(count))
                    if read < 0, errno == EINTR { continue }
                    guard read > 0 else { break }
                    count += read
                }
            }
            guard bytes.count == wanted else { throw MXAttachmentSource.changed }
            return bytes
        }
    }

    private static let unreadable = SDNSDKError(
        .invalidArgument, field: "localURL", reason: "the file cannot be read")
    static let changed = SDNSDKError(
        .invalidArgument, field: "localURL", reason: "the file became shorter while it was read")
}

extension MXAttachmentSource: Hashable {
    package static func == (left: MXAttachmentSource, right: MXAttachmentSource) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
