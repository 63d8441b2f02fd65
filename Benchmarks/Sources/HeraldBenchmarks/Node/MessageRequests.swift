/// The requests of one person's messages in one room.
///
/// They differ only in the transaction ID, so the rest is made once. The load process shares the machine with the server, and each microsecond that
/// it spends on a request is missing there.
struct MessageRequests {
    private let start: [UInt8], end: [UInt8]

    init(_ token: String, room: String) {
        start = Array("PUT /_matrix/client/v3/rooms/\(NodeWorld.escaped(room))/send/m.room.message/".utf8)
        let request = SmallRequests.request(
            "PUT", "", token: token,
            body: #"{"msgtype":"m.text","body":"It is at the harbour, and somewhat later than we thought."}"#)
        end = Array(request.dropFirst("PUT ".utf8.count))
    }

    /// Returns the request with a transaction ID.
    func with(_ transaction: String) -> [UInt8] {
        var request: [UInt8] = []
        request.reserveCapacity(start.count + transaction.utf8.count + end.count)
        request += start
        request += transaction.utf8
        request += end
        return request
    }
}
