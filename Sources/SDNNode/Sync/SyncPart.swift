import HeraldJSON

/// A part of a sync answer that is a list of events.
struct SyncPart: Sendable {
    /// The JSON `{"events":[…]}`.
    let json: [UInt8]
    /// True if a waiting client should receive it now.
    let hasNews: Bool

    init(_ events: [JSONValue], hasNews: Bool) {
        var out = Array(#"{"events":["#.utf8)
        for (index, event) in events.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out.append(contentsOf: event.serialized())
        }
        self.json = out + Array("]}".utf8)
        self.hasNews = hasNews
    }
}
