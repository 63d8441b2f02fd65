import TestSupport

/// Writes random JSON texts: every kind of value, space, escape and length of UTF-8.
struct RandomDocument {
    private var random: SeededGenerator
    private var text: [UInt8] = []
    private var budget = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> [UInt8] {
        text = []
        budget = 1 + random.below(60)
        space()
        value(depth: 0)
        space()
        return text
    }

    /// One to four bytes of a text replaced, removed, doubled or put in.
    mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0...random.below(4) where !bytes.isEmpty {
            let position = random.below(bytes.count)
            switch random.below(5) {
            case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.remove(at: position)
            case 2: bytes.insert(bytes[position], at: position)
            case 3: bytes[position] = structural()
            default: bytes.insert(structural(), at: position)
            }
        }
        return bytes
    }

    private mutating func structural() -> UInt8 {
        let choices = Array("{}[],:\"\\ -0e.utnf\n".utf8)
        return choices[random.below(choices.count)]
    }

    private mutating func value(depth: Int) {
        budget -= 1
        switch random.below(budget > 0 && depth < 8 ? 8 : 5) {
        case 0: append(["true", "false", "null"][random.below(3)])
        case 1, 2: number()
        case 3, 4: string()
        case 5: container("[", "]") { $0.value(depth: depth + 1) }
        default:
            container("{", "}") {
                $0.string()
                $0.space()
                $0.append(":")
                $0.space()
                $0.value(depth: depth + 1)
            }
        }
    }

    private mutating func container(_ open: String, _ close: String, item: (inout RandomDocument) -> Void) {
        append(open)
        space()
        for index in 0..<random.below(6) where budget > 0 || index == 0 {
            if index > 0 { append(",") }
            space()
            item(&self)
            space()
        }
        append(close)
    }

    private mutating func number() {
        if random.chance(oneIn: 3) { append("-") }
        switch random.below(6) {
        case 0: append("0")
        case 1: append(String(random.below(10)))
        case 2: append(String(random.next() >> 1))
        case 3: append(String(random.next()) + String(random.next()))
        default: append(String(random.next() >> 24))
        }
        if random.chance(oneIn: 4) { append("." + String(random.below(100_000))) }
        if random.chance(oneIn: 5) { append(["e", "E", "e+", "E-"][random.below(4)] + String(random.below(40))) }
    }

    private mutating func string() {
        append("\"")
        for _ in 0..<random.below(random.chance(oneIn: 8) ? 60 : 12) {
            switch random.below(12) {
            case 0: append(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"][random.below(8)])
            case 1: append(["\\u0041", "\\u00e9", "\\u4F60", "\\ud83d\\ude00", "\\u0000", "\\uffff"][random.below(6)])
            case 2: append(["\u{E9}", "e\u{301}", "\u{4F60}", "\u{597D}", "\u{1F600}", "\u{7F}"][random.below(6)])
            default: text.append(UInt8(ascii: "a") + UInt8(random.below(26)))
            }
        }
        append("\"")
    }

    private mutating func space() {
        guard random.chance(oneIn: 6) else { return }
        for _ in 0..<random.below(4) { text.append([0x20, 0x0A, 0x0D, 0x09][random.below(4)]) }
    }

    private mutating func append(_ part: String) { text.append(contentsOf: part.utf8) }
}
