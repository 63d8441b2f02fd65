/// Copies pieces of a source in the order of the output. Adjacent pieces are copied together, so text that is already canonical takes one
/// copy.
struct CanonicalRun {
    private let source: UnsafeRawPointer
    private let sourceCount: Int
    private let target: UnsafeMutableRawPointer
    private let room: Int
    private var count = 0
    /// The range of the source that has not been copied yet.
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

    /// Writes a piece of the source.
    @inline(__always)
    mutating func copy(_ offset: Int, _ length: Int) {
        if offset != end {
            flush()
            start = offset
        }
        end = offset + length
    }

    /// Writes one byte, which is usually the next byte of the source.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        if end > start, end < sourceCount, self.byte(at: end) == byte {
            end += 1
        } else {
            flush()
            append(byte)
        }
    }

    /// Writes bytes that are not in the source.
    mutating func put(_ bytes: [UInt8]) {
        flush()
        bytes.withUnsafeBytes { append($0) }
    }

    /// Writes a string literal for UTF-8 text that is not in the source.
    mutating func putQuoted(_ text: [UInt8]) {
        var literal: [UInt8] = []
        literal.reserveCapacity(text.count + 2)
        JSONText.appendQuoted(utf8: text, to: &literal)
        put(literal)
    }

    /// Copies the pieces that are still to be copied.
    /// - Returns: the number of bytes in the whole output.
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
        // The capacity was computed beforehand. This check prevents an overrun if that computation were wrong.
        guard let base = bytes.baseAddress, bytes.count <= room - count else { return }
        (target + count).copyMemory(from: base, byteCount: bytes.count)
        count += bytes.count
    }
}
