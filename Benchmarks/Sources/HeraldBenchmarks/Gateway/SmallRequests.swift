/// The small requests of a client, as they are sent over the wire.
enum SmallRequests {
    private static let room = "/_matrix/client/v3/rooms/%21kQhJmXbGzYvTcPwLsD%3Abench.example"
    private static let fields = """
        Host: 127.0.0.1\r
        User-Agent: Element/1.11.91 (iPhone; iOS 18.1; Scale/3.00)\r
        Accept: */*\r
        Accept-Encoding: gzip, deflate\r
        Accept-Language: en\r

        """

    /// Reads a room's name.
    static let get = request("GET", "\(room)/state/m.room.name")
    /// Sends a message.
    static let put = request(
        "PUT", "\(room)/send/m.room.message/m1732.17",
        body: #"{"msgtype":"m.text","body":"It is at the harbour, and somewhat later than we thought."}"#)
    /// Asks for news and waits for ten minutes.
    static let longPoll = request("GET", "/_matrix/client/v3/sync?since=s1_2_3&timeout=600000")

    static func request(
        _ method: String, _ target: String, token: String = "syt_YmVuY2g_kQhJmXbGzYvTcPwLsDhY_0aB1cD",
        body: String? = nil
    ) -> [UInt8] {
        var head = "\(method) \(target) HTTP/1.1\r\n\(fields)Authorization: Bearer \(token)\r\n"
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n" }
        return Array((head + "\r\n" + (body ?? "")).utf8)
    }
}
