/// Seeded text for workloads: the same on every machine.
struct SeededBytes {
    private var state: UInt64

    init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 }

    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 11) % bound
    }

    /// One of 5,000 users.
    mutating func user() -> String {
        var number = UInt64(below(5_000) + 1) &* 0x9E37_79B9_7F4A_7C15
        var hex = ""
        while hex.utf8.count < 40 {
            hex += String(number, radix: 16)
            number = number &* 0x2545_F491_4F6C_DD1D &+ 1
        }
        return "@did:sdn:\(hex.prefix(40)):node.example"
    }

    /// One text in eight is Chinese, one in four has an escape.
    mutating func words(_ least: Int = 5) -> String {
        let english = [
            "the", "wallet", "signs", "exactly", "these", "bytes", "and", "nothing", "else", "message", "received",
            "tomorrow",
        ]
        let chinese = ["你好", "世界", "消息", "已经", "收到", "明天", "见面"]
        let words = below(8) == 0 ? chinese : english
        var text = ""
        for place in 0..<(least + below(6)) {
            if place > 0 { text += " " }
            text += words[below(words.count)]
        }
        return below(4) == 0 ? text + [#"\n"#, #"\""#, #"\\"#, #"\u00e9"#][below(4)] : text
    }

    mutating func identifier(_ length: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(length)
        for _ in 0..<length { text.append(alphabet[below(alphabet.count)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
