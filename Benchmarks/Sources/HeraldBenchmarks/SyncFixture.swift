/// A synthetic `/sync` answer: 1,000 rooms with 50 timeline and 10 state events each, compact, some escapes and Chinese text.
/// Always the same bytes.
struct SyncFixture {
    static let rooms = BenchmarkSize.choose(1_000, smallest: 20)
    static let timelineEvents = 50
    static let stateEvents = 10
    static var events: Int { rooms * (timelineEvents + stateEvents) }

    private var state: UInt64 = 0x5EED
    private var text: [UInt8] = []

    static func bytes() -> [UInt8] {
        var fixture = SyncFixture()
        fixture.text.reserveCapacity(27 << 20)
        fixture.write()
        return fixture.text
    }

    private mutating func write() {
        append(#"{"next_batch":"s72595_4483_1934","rooms":{"join":{"#)
        for room in 0..<Self.rooms {
            if room > 0 { append(",") }
            append(#""!"# + identifier(18) + #":node.example":{"timeline":{"events":["#)
            for event in 0..<Self.timelineEvents {
                if event > 0 { append(",") }
                message()
            }
            append(#"],"limited":true,"prev_batch":"t34-23535_0_0"},"state":{"events":["#)
            for event in 0..<Self.stateEvents {
                if event > 0 { append(",") }
                member()
            }
            append(
                #"]},"account_data":{"events":[]},"ephemeral":{"events":[]},"unread_notifications":{"highlight_count":0,"notification_count":"#
            )
            append("\(below(100))}}")
        }
        append(#"}}}"#)
    }

    private mutating func message() {
        let sender = user()
        append(
            #"{"content":{"body":""# + body() + #"","format":"org.matrix.custom.html","formatted_body":"<b>"# + body()
                + #"</b>","msgtype":"m.text"},"#)
        append(
            #""event_id":"$"# + identifier(43) + #"","origin_server_ts":"#
                + String(1_700_000_000_000 + below(10_000_000_000)))
        append(#","sender":""# + sender + #"","type":"m.room.message","unsigned":{"age":"# + String(below(100_000_000)))
        append(#","transaction_id":"m"# + String(below(1 << 40)) + #".7"}}"#)
    }

    private mutating func member() {
        let sender = user()
        append(
            #"{"content":{"avatar_url":"mxc://node.example/"# + identifier(24) + #"","displayname":""# + body()
                + #"","membership":"join"},"#)
        append(
            #""event_id":"$"# + identifier(43) + #"","origin_server_ts":"#
                + String(1_700_000_000_000 + below(10_000_000_000)))
        append(
            #","sender":""# + sender + #"","state_key":""# + sender + #"","type":"m.room.member","unsigned":{"age":"#)
        append(String(below(100_000_000)) + "}}")
    }

    private mutating func user() -> String {
        var number = UInt64(below(5_000)) &* 0x9E37_79B9_7F4A_7C15
        var hex = ""
        for _ in 0..<3 {
            hex += String(number, radix: 16)
            number = number &* 0x2545_F491_4F6C_DD1D &+ 1
        }
        return "@did:sdn:\(hex.prefix(40)):node.example"
    }

    /// Four to nine words; one text in eight is Chinese, one in four has an escape.
    private mutating func body() -> String {
        let english = [
            "the", "wallet", "signs", "exactly", "these", "bytes", "and", "nothing", "else", "message", "received",
            "tomorrow",
        ]
        let chinese = ["你好", "世界", "消息", "已经", "收到", "明天", "见面"]
        let words = below(8) == 0 ? chinese : english
        var parts: [String] = []
        for _ in 0..<(4 + below(6)) { parts.append(words[below(words.count)]) }
        let text = parts.joined(separator: " ")
        return below(4) == 0 ? text + [#"\n"#, #"\""#, #"\\"#, #"\u00e9"#][below(4)] : text
    }

    private mutating func identifier(_ length: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return String(decoding: (0..<length).map { _ in alphabet[below(alphabet.count)] }, as: UTF8.self)
    }

    private mutating func append(_ part: String) { text.append(contentsOf: part.utf8) }

    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
