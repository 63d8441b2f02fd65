import TestSupport

/// Texts that are nearly right: a seed text with a few changes of the kinds that break parsers.
struct Mutations {
    private let seeds: [[UInt8]]
    private var random: SeededGenerator
    private static let marks = Array("{}[]\":,\\%+&=?#/@.- \n\r\t\0019aZ".utf8)

    init(_ seeds: [String], seed: UInt64) {
        self.seeds = seeds.map { Array($0.utf8) }
        random = SeededGenerator(seed: seed)
    }

    /// One in eight is random from end to end.
    mutating func next() -> String {
        guard Int.random(in: 0..<8, using: &random) > 0, !seeds.isEmpty else { return random.text(0...120) }
        var text = seeds[Int.random(in: seeds.indices, using: &random)]
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&text) }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func change(_ text: inout [UInt8]) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where place < text.count: text[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1 where place < text.count: text.remove(at: place)
        case 2: text.insert(Self.marks[Int.random(in: Self.marks.indices, using: &random)], at: place)
        case 3: text.removeSubrange(place...)
        case 4 where place < text.count: text[place] ^= 0x20
        case 5:
            let end = Int.random(in: place...text.count, using: &random)
            text.insert(contentsOf: text[place..<end].prefix(64), at: place)
        default:
            guard let other = seeds.randomElement(using: &random), !other.isEmpty else { return }
            let start = Int.random(in: other.indices, using: &random)
            text.insert(contentsOf: other[start...].prefix(24), at: place)
        }
    }
}

/// The number of mutations for each parser.
let mutationCount = 100_000
