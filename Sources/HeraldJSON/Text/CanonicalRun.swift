/// Takes pieces of a source in the order of the output and copies neighbours together: a text that is in canonical form already is
/// copied at once.
struct CanonicalRun {
    private let source: UnsafeRawPointer
    private let sourceCount: Int
    private let target: UnsafeMutableRawPointer
    private let room: Int
    private var count = 0
    /// The part of the source that waits to be copied.
    private var start = 0
    private var end = 0

    init(source: UnsafeRawPointer, sourceCount: Int, target: UnsafeMutableRawPointer, room: Int) {
        self.source = source
        self.sourceCount = sourceCount
        self.target = target
        self.room = room
    }

    @inline(__always)
    func byte(at offset: Int) -> UInt8 { source.load(fromByteOffset: offset, as: UInt8.self) }

    /// A piece of the source.
    @inline(__always)
    mutating func copy(_ offset: Int, _ length: Int) {
        if offset != end {
            flush()
            start = offset
        }
        end = offset + length
    }

    /// One byte, which mostly is the next of the source too.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        if end > start, end < sourceCount, self.byte(at: end) == byte {
            end += 1
        } else {
            flush()
            append(byte)
        }
    }

    /// Bytes from elsewhere.
    mutating func put(_ bytes: [UInt8]) {
        flush()
        bytes.withUnsafeBytes { append($0) }
    }

    /// A string literal of UTF-8 from elsewhere.
    mutating func putQuoted(_ text: [UInt8]) {
        var literal: [UInt8] = []
        literal.reserveCapacity(text.count + 2)
        JSONText.appendQuoted(utf8: text, to: &literal)
        put(literal)
    }

    /// - Returns: how many bytes were written.
    mutating func finish() -> Int {
        flush()
        return count
    }

    private mutating func flush() {
        append(UnsafeRawBufferPointer(start: source + start, count: end - start))
        start = end
    }

    private mutating func append(_ byte: UInt8) {
        guard count < room else { return }
        target.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        // The room was worked out beforehand; this keeps a mistake there from writing past it.
        guard let base = bytes.baseAddress, bytes.count <= room - count else { return }
        (target + count).copyMemory(from: base, byteCount: bytes.count)
        count += bytes.count
    }
}
