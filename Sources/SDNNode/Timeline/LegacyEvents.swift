import HeraldJSON

/// Events as the first version of Matrix had them, for the endpoints of that time.
extension ClientEventWriter {
    /// Writes an event with `user_id`, the former name of `sender`, as an additional member.
    func appendLegacy(_ event: StoredEvent, to out: inout [UInt8]) throws {
        out.append(contentsOf: #"{"user_id":"#.utf8)
        JSONText.appendQuoted(event.sender, to: &out)
        out.append(UInt8(ascii: ","))
        let brace = out.count
        try append(event, to: &out)
        out.remove(at: brace)
    }

    /// Returns the JSON of each event of a page, and ends the page where the answer has no more room.
    func legacyEvents(_ page: inout TimelinePage) throws -> [[UInt8]] {
        var events: [[UInt8]] = [], space = PageSpace()
        for event in page.events {
            var json: [UInt8] = []
            try appendLegacy(event, to: &json)
            guard space.takes(json.count) else {
                page.end(before: events.count)
                break
            }
            events.append(json)
        }
        return events
    }
}
