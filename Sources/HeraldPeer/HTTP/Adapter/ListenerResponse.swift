import Foundation
import HTTPTypes

/// A response of a server, independent of the server framework.
package struct ListenerResponse: Sendable {
    /// The body of a response.
    package enum Body: Sendable {
        /// The whole body.
        case bytes([UInt8])
        /// The first part of a body that is too large to hold in memory, and the parts after it.
        case parts([UInt8], then: any AnswerParts)
        /// A file of this length, in bytes.
        case file(URL, length: Int)
    }

    package var status: HTTPResponse.Status
    /// The headers in the order in which they are sent, without those that state the length of the body and the end of the connection.
    package var headers: HTTPFields
    package var body: Body
    /// The memory that was reserved for the body while it was built; `nil` if none was.
    package var room: ResponseBudget?
    /// True if the server may not have read the whole request. The rest of its body could then not be distinguished from the next request, so the
    /// connection ends.
    package var closes = false

    package init(
        _ status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: Body = .bytes([]),
        room: ResponseBudget? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.room = room
    }

    /// The memory that the body takes while it is written, in bytes; `nil` for a small body, which needs no room.
    var weight: Int? {
        switch body {
        case .bytes(let bytes): bytes.count >= ResponseBudget.large ? bytes.count : nil
        // Only one part is in memory at a time. The response is refused if there is no memory for the first one.
        case .parts(let first, _): max(first.count, ResponseBudget.streamed)
        case .file(_, let length): min(length, ResponseBudget.streamed)
        }
    }
}
