/// Checks a text in one pass and writes its index.
///
/// The scanner needs no stack, because the node of an open container stores the index of the enclosing container until the container is
/// closed. The scanner can stop when the node buffer is full, and continue with a larger buffer. Offsets cannot overflow, because a text
/// has fewer than 2^31 bytes.
struct JSONScanner {
    enum Outcome {
        case finished
        /// The buffer is full. Call `run` again with more room and the same nodes.
        case full
        case failed(JSONError)
    }

    private let base: UnsafeRawPointer
    private let end: Int
    private let maxDepth: Int
    /// True to accept escapes of half a surrogate pair and numbers beyond the range of a double.
    private let isTolerant: Bool

    private var position = 0
    private var depth = 0
    private var container = 0
    private var isInObject = false
    private(set) var nodeCount = 0

    init(_ base: UnsafeRawPointer, count: Int, maxDepth: Int, isTolerant: Bool) {
        self.base = base
        end = count
        self.maxDepth = maxDepth
        self.isTolerant = isTolerant
    }

    mutating func run(_ nodes: UnsafeMutableBufferPointer<UInt64>) -> Outcome {
        guard let output = nodes.baseAddress else { return .full }
        let base = self.base, end = self.end, isTolerant = self.isTolerant
        var position = self.position
        var count = nodeCount
        var container = self.container
        var isInObject = self.isInObject

        // Each iteration reads one value, with the member name before it, and all closing brackets and the comma after it.
        while true {
            guard count + depth + 4 <= nodes.count else {
                self.position = position
                self.container = container
                self.isInObject = isInObject
                nodeCount = count
                return .full
            }
            position = Self.skipSpace(base, position, end)
            guard position < end else { return Self.cutShort(end) }
            var byte = base.load(fromByteOffset: position, as: UInt8.self)

            if isInObject {
                guard byte == UInt8(ascii: "\"") else { return Self.unexpected(position, "a member name was expected") }
                var isEscaped = false
                let close = StringScan.run(
                    base, from: position + 1, end: end, allowsHalves: isTolerant, isEscaped: &isEscaped)
                if close < 0 { return Self.badString(base, -1 - close, end) }
                output[count] = JSONNode(offset: position, extra: Self.length(close - position - 1, isEscaped)).bits
                count += 1
                position = Self.skipSpace(base, close + 1, end)
                guard position < end else { return Self.cutShort(end) }
                guard base.load(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: ":") else {
                    return Self.unexpected(position, "a colon was expected after the member name")
                }
                position = Self.skipSpace(base, position + 1, end)
                guard position < end else { return Self.cutShort(end) }
                byte = base.load(fromByteOffset: position, as: UInt8.self)
            }

            switch byte {
            case UInt8(ascii: "\""):
                var isEscaped = false
                let close = StringScan.run(
                    base, from: position + 1, end: end, allowsHalves: isTolerant, isEscaped: &isEscaped)
                if close < 0 { return Self.badString(base, -1 - close, end) }
                output[count] = JSONNode(offset: position, extra: Self.length(close - position - 1, isEscaped)).bits
                count += 1
                position = close + 1

            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < maxDepth else {
                    return .failed(
                        JSONError(.tooDeep, offset: position, reason: "more than \(maxDepth) containers are nested"))
                }
                output[count] = JSONNode(offset: position, extra: UInt32(truncatingIfNeeded: container)).bits
                container = count
                count += 1
                depth += 1
                isInObject = byte == UInt8(ascii: "{")
                position = Self.skipSpace(base, position + 1, end)
                guard position < end else { return Self.cutShort(end) }
                let next = base.load(fromByteOffset: position, as: UInt8.self)
                // The codes of an opening and its closing bracket differ by two in ASCII. An empty container is closed below; any other starts a new
                // iteration.
                if next != byte + 2 { continue }

            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                var isFraction = false
                let after = NumberScan.run(base, from: position, end: end, isFraction: &isFraction)
                if after < 0 { return Self.badNumber(-1 - after, end) }
                if NumberScan.mayOverflow(length: after - position, isFraction: isFraction), !isTolerant,
                    NumberScan.overflows(base, from: position, to: after)
                {
                    return .failed(
                        JSONError(.outOfRange, offset: position, reason: "the number is beyond what a double can hold"))
                }
                output[count] = JSONNode(offset: position, extra: Self.length(after - position, isFraction)).bits
                count += 1
                position = after

            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                let length = Self.literalLength(base, position, end)
                guard length > 0 else { return Self.unexpected(position, "a value was expected") }
                output[count] = JSONNode(offset: position, extra: UInt32(truncatingIfNeeded: length)).bits
                count += 1
                position += length

            default:
                return Self.unexpected(position, "a value was expected")
            }

            while true {
                position = Self.skipSpace(base, position, end)
                if depth == 0 {
                    guard position == end else { return Self.unexpected(position, "something follows the value") }
                    nodeCount = count
                    return .finished
                }
                guard position < end else { return Self.cutShort(end) }
                let byte = base.load(fromByteOffset: position, as: UInt8.self)
                if byte == UInt8(ascii: ",") {
                    position += 1
                    break
                }
                guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    return Self.unexpected(
                        position, "a comma or the end of the \(isInObject ? "object" : "array") was expected")
                }
                output[count] = JSONNode(offset: position, extra: 0).bits
                count += 1
                position += 1
                depth -= 1
                let opening = JSONNode(bits: output[container])
                output[container] = JSONNode(offset: opening.offset, extra: UInt32(truncatingIfNeeded: count)).bits
                container = Int(opening.extra)
                let around = JSONNode(bits: output[container]).offset
                isInObject = base.load(fromByteOffset: around, as: UInt8.self) == UInt8(ascii: "{")
            }
        }
    }

    @inline(__always)
    private static func length(_ length: Int, _ isFlagged: Bool) -> UInt32 {
        UInt32(truncatingIfNeeded: length) | (isFlagged ? JSONNode.flag : 0)
    }

    @inline(__always)
    private static func skipSpace(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end {
            let byte = base.load(fromByteOffset: position, as: UInt8.self)
            if byte > 0x20 { break }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            position += 1
        }
        return position
    }

    /// Returns the length of `true`, `false` or `null`, or 0 for any other text.
    @inline(__always)
    private static func literalLength(_ base: UnsafeRawPointer, _ position: Int, _ end: Int) -> Int {
        guard position + 4 <= end else { return 0 }
        let word = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
        switch word {
        case 0x6575_7274, 0x6C6C_756E: return 4
        case 0x736C_6166:
            guard position + 5 <= end, base.load(fromByteOffset: position + 4, as: UInt8.self) == UInt8(ascii: "e")
            else { return 0 }
            return 5
        default: return 0
        }
    }

    @inline(never)
    private static func cutShort(_ end: Int) -> Outcome {
        .failed(JSONError(.syntax, offset: end, reason: end == 0 ? "the text is empty" : "the text ends too early"))
    }

    @inline(never)
    private static func unexpected(_ position: Int, _ reason: String) -> Outcome {
        .failed(JSONError(.syntax, offset: position, reason: reason))
    }

    @inline(never)
    private static func badNumber(_ position: Int, _ end: Int) -> Outcome {
        position >= end ? cutShort(end) : unexpected(position, "a digit was expected")
    }

    @inline(never)
    private static func badString(_ base: UnsafeRawPointer, _ position: Int, _ end: Int) -> Outcome {
        guard position < end else { return cutShort(end) }
        let byte = base.load(fromByteOffset: position, as: UInt8.self)
        if byte >= 0x80 {
            return .failed(JSONError(.invalidUTF8, offset: position, reason: "the string is not UTF-8"))
        }
        if byte < 0x20 { return unexpected(position, "a control character in a string has to be escaped") }
        if StringScan.codeUnit(base, at: position, end: end) != nil {
            return .failed(JSONError(.invalidUTF8, offset: position, reason: "the escape is half of a surrogate pair"))
        }
        return unexpected(position, "the escape is unknown or incomplete")
    }
}
