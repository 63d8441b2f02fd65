import HeraldJSON

/// A piece of work of the load process, as a line of its input.
struct NodeJob: Sendable {
    enum Work: String, Sendable {
        /// Sends messages for some seconds, one after the other over each connection.
        case sends
        /// Sends messages one by one while another user waits for each in a long poll.
        case delivery
        /// Sends a message in a room whose members all wait in a long poll.
        case wake
        /// Opens long polls and leaves them open until the next job.
        case hold
        /// Closes the long polls.
        case release
        /// Sends the same requests one after the other over one connection.
        case repeated
    }

    struct Unknown: Error {}

    var work: Work
    var port: Int
    /// The users, with their tokens.
    var tokens: [String] = []
    /// The rooms of the users, for `sends`. For `delivery` and `wake`, the room of the message.
    var rooms: [String] = []
    /// The sync token of long polls.
    var since = ""
    /// The number of rounds or requests.
    var count = 0
    /// The time of `sends`. For the works with long polls, the time without an answer after which all polls count as waiting.
    var seconds = 0.0
    /// The requests of `repeated`: each as a method and a path, and a body for all but GET requests. The text `{n}` stands for a new number.
    var requests: [[String]] = []

    var quiet: Int32 { Int32(seconds * 1_000) }

    init(_ work: Work, port: Int) { (self.work, self.port) = (work, port) }

    init(_ line: String) throws {
        let value = try JSONValue(parsing: line, limits: JSONLimits(maxBytes: 64 << 20))
        func texts(_ name: String) -> [String] { (value[name]?.arrayValue ?? []).compactMap(\.stringValue) }
        guard let work = value["work"]?.stringValue.flatMap(Work.init(rawValue:)), let port = value["port"]?.intValue
        else { throw Unknown() }
        self.init(work, port: Int(port))
        (tokens, rooms, since) = (texts("tokens"), texts("rooms"), value["since"]?.stringValue ?? "")
        count = Int(value["count"]?.intValue ?? 0)
        seconds = Double(value["milliseconds"]?.intValue ?? 0) / 1_000
        requests = (value["requests"]?.arrayValue ?? []).map { ($0.arrayValue ?? []).compactMap(\.stringValue) }
    }

    var line: String {
        func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
        let value: JSONValue = [
            "work": .string(work.rawValue), "port": .int(Int64(port)), "tokens": list(tokens), "rooms": list(rooms),
            "since": .string(since), "count": .int(Int64(count)), "milliseconds": .int(Int64(seconds * 1_000)),
            "requests": .array(requests.map(list)),
        ]
        return String(decoding: value.serialized(), as: UTF8.self)
    }
}
