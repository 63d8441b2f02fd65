import HeraldJSON
import TestSupport

/// Writes a tree as some other program might: members in any order, white space, characters escaped that need not be.
struct ScrambledWriter {
    var random: SeededGenerator
    private(set) var text = ""

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static func bytes(_ value: JSONValue, seed: UInt64) -> [UInt8] {
        var writer = ScrambledWriter(seed: seed)
        writer.write(value)
        return Array(writer.text.utf8)
    }

    private mutating func write(_ value: JSONValue) {
        space()
        switch value {
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                write(element)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, key) in object.keys.shuffled(using: &random).enumerated() {
                if index > 0 { text += "," }
                space()
                write(string: key)
                space()
                text += ":"
                write(object[key] ?? .null)
            }
            text += "}"
        case .string(let string): write(string: string)
        case let scalar: text += String(decoding: scalar.serialized(), as: UTF8.self)
        }
        space()
    }

    private mutating func write(string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            if scalar == "/" && random.chance(percent: 50) {
                text += "\\/"
            } else if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || random.chance(percent: 10) {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: random.chance(percent: 50))
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private mutating func space() {
        if random.chance(percent: 15) { text += random.pick([" ", "\n", "\t", "\r\n  "]) }
    }
}
