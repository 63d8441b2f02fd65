import Foundation
import HeraldPeer
import Hummingbird
import NIOCore
import SDNWire

extension RequestBodyStream {
    /// Creates a stream of a request's body.
    init(_ request: Request, on connection: ConnectionContext) {
        self.init { each in
            if RequestBodies.asksFirst(request.head) { connection.wantsBody() }
            var parts = request.body.makeAsyncIterator()
            while true {
                let part: ByteBuffer?
                do {
                    part = try await parts.next()
                } catch is BodyDeadline.Passed {
                    throw TooSlow()
                } catch let refusal as BodyBudget.Refusal {
                    throw refusal
                } catch {
                    // The client that sent it receives no answer, and the node does not log it as a failure.
                    throw MatrixError(.unknown, "The request's body is incomplete, so send the request again.")
                }
                guard let part else { return }
                try await each(Array(part.readableBytesView))
                connection.hasGivenOn(part.readableBytes)
            }
        }
    }
}

extension ResponseBody {
    /// Creates a body from a file. The next part is read when the client has received the one before. Reads run in the threads for the client's
    /// address, because they block.
    /// - Parameter room: has memory for one part. It is released after the last part.
    init(file: NodeResponse.File, in room: AnswerRoom) {
        self.init(contentLength: file.length) { writer in
            defer { room.release() }
            let handle = try await room.readNext { try FileHandle(forReadingFrom: file.url) }
            defer { try? handle.close() }
            while let part = try await room.readNext({ try handle.read(upToCount: AnswerRoom.partSize) }), !part.isEmpty
            {
                try await writer.write(ByteBuffer(bytes: part))
                try await room.settleWrite()
            }
            try await writer.finish(nil)
        }
    }
}
