import Foundation
import Hummingbird
import NIOCore

extension ResponseBody {
    /// Creates a body from a file. The next part is read when the client has received the one before. Reads run in the threads for the client's
    /// address, because they block.
    /// - Parameters:
    ///   - length: the length of the file, in bytes.
    ///   - room: has memory for one part. It is released after the last part.
    init(file: URL, length: Int, in room: ResponseBudget) {
        self.init(contentLength: length) { writer in
            defer { room.release() }
            let handle = try await room.readNext { try FileHandle(forReadingFrom: file) }
            defer { try? handle.close() }
            while let part = try await room.readNext({ try handle.read(upToCount: ResponseBudget.partSize) }),
                !part.isEmpty
            {
                try await writer.write(ByteBuffer(bytes: part))
                try await room.settleWrite()
            }
            try await writer.finish(nil)
        }
    }
}
