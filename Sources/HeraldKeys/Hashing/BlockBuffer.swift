/// Splits input into blocks of 64 bytes and pads the last one, as the hash functions of the MD4 family do.
struct BlockBuffer: Sendable {
    static let blockLength = 64

    enum LengthOrder { case bigEndian, littleEndian }

    /// The input that does not fill a block yet. Always shorter than a block.
    private var rest: [UInt8] = []
    /// The number of input bytes. No real input is long enough to overflow it.
    private var total: UInt64 = 0

    /// Calls `compress` for each complete block with a pointer to its 64 bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer, compress: (UnsafeRawPointer) -> Void) {
        total &+= UInt64(bytes.count)
        var input = bytes
        if !rest.isEmpty {
            let missing = min(Self.blockLength - rest.count, input.count)
            rest.append(contentsOf: input.prefix(missing))
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst(missing))
            guard rest.count == Self.blockLength else { return }
            rest.withUnsafeBytes { Self.eachBlock($0, compress) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = input.count - input.count % Self.blockLength
        Self.eachBlock(UnsafeRawBufferPointer(rebasing: input.prefix(whole)), compress)
        rest.append(contentsOf: input.dropFirst(whole))
    }

    /// Processes the last one or two blocks: the remaining input, `80`, zeros and the length in bits.
    func finish(_ order: LengthOrder, compress: (UnsafeRawPointer) -> Void) {
        var last = rest + [0x80]
        let zeros = (2 * Self.blockLength - 8 - last.count) % Self.blockLength
        last.append(contentsOf: repeatElement(0, count: zeros))
        let bits = order == .bigEndian ? (total &* 8).bigEndian : (total &* 8).littleEndian
        withUnsafeBytes(of: bits) { last.append(contentsOf: $0) }
        last.withUnsafeBytes { Self.eachBlock($0, compress) }
    }

    private static func eachBlock(_ bytes: UnsafeRawBufferPointer, _ compress: (UnsafeRawPointer) -> Void) {
        guard let base = bytes.baseAddress else { return }
        var offset = 0
        while offset &+ blockLength <= bytes.count {
            compress(base + offset)
            offset &+= blockLength
        }
    }
}
