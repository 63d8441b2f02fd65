import Foundation
import HeraldPeer
import Hummingbird
import NIOCore
import SDNWire

extension RequestBodyStream {
    /// The body of a request as it comes.
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
                    // Whoever sent it hears no answer; for the node it is no failure.
                    throw MatrixError(.unknown, "The request's body did not come whole.")
                }
                guard let part else { return }
                try await each(Array(part.readableBytesView))
                connection.hasGivenOn(part.readableBytes)
            }
        }
    }
}

extension ResponseBody {
    /// A file, read part by part when its client has taken the part before. It is read in the share of its address, because reading blocks.
    /// - Parameter room: has room for a part; it lasts until the last one is written.
    init(file: NodeResponse.File, in room: AnswerRoom) {
        self.init(contentLength: file.length) { writer in
            defer { room.release() }
            let handle = try await room.readNext { try FileHandle(forReadingFrom: file.url) }
            defer { try? handle.close() }
            while let part = try await room.readNext({ try handle.read(upToCount: AnswerRoom.partSize) }), !part.isEmpty {
                try await writer.write(ByteBuffer(bytes: part))
                try await room.settleWrite()
            }
            try await writer.finish(nil)
        }
    }
}
