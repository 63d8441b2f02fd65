/// The bytes and the index that all views of a document share. They are written once and only read afterwards.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let nodes: [UInt64]
    /// True when it is known that no object contains a member twice. False when it is not known.
    let isFreeOfDuplicates: Bool

    /// The text `null`.
    static let null = JSONStorage(bytes: Array("null".utf8), nodes: [JSONNode(offset: 0, extra: 4).bits])

    private init(bytes: [UInt8], nodes: [UInt64]) {
        self.bytes = bytes
        self.nodes = nodes
        isFreeOfDuplicates = true
    }

    init(scanning bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.effectiveMaxBytes else {
            throw JSONError(
                .tooLarge, reason: "the text has \(bytes.count) bytes, at most \(limits.effectiveMaxBytes) are read")
        }
        let read = try Self.read(bytes, limits)
        self.bytes = read.bytes
        nodes = read.nodes
        isFreeOfDuplicates = limits.refusesDuplicates
        if limits.refusesDuplicates, let duplicate = firstDuplicate(in: 0) { throw duplicateError(duplicate) }
    }

    @inline(__always) func node(_ index: Int) -> JSONNode { JSONNode(bits: nodes[index]) }

    /// Returns the index of the node after the value at `index`.
    @inline(__always) func index(after index: Int) -> Int {
        let node = node(index)
        return isContainer(node) ? Int(node.extra) : index + 1
    }

    /// Returns true for `{` and `[`. No other byte that starts a value has the same five low bits.
    @inline(__always) func isContainer(_ node: JSONNode) -> Bool { bytes[node.offset] & 0xDF == UInt8(ascii: "[") }

    /// Checks a text.
    /// - Returns: the text and its index. With tolerant limits, a text that is not strict is replaced by its strict copy.
    private static func read(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) -> (
        bytes: [UInt8], nodes: [UInt64]
    ) {
        let maxDepth = limits.effectiveMaxDepth
        do throws(JSONError) {
            return (bytes, try scan(bytes, maxDepth: maxDepth))
        } catch {
            guard limits.isTolerant, [.invalidUTF8, .outOfRange, .tooDeep].contains(error.code) else { throw error }
        }
        // The scanner needs no stack, so it can read containers of any depth. No text nests deeper than its length.
        let nodes = try scan(bytes, maxDepth: bytes.count, isTolerant: true)
        let copy = StrictCopy.make(of: bytes, nodes, maxDepth: maxDepth)
        guard copy.count <= JSONLimits.byteCeiling else {
            throw JSONError(.tooLarge, reason: "the text is too long without the containers that are too deep")
        }
        return (copy, try scan(copy, maxDepth: maxDepth))
    }

    private static func scan(
        _ bytes: [UInt8], maxDepth: Int, isTolerant: Bool = false
    ) throws(JSONError) -> [UInt64] {
        var failure: JSONError?
        let nodes = bytes.withUnsafeBytes { buffer -> [UInt64] in
            guard let base = buffer.baseAddress, !buffer.isEmpty else {
                failure = JSONError(.syntax, offset: 0, reason: "the text is empty")
                return []
            }
            var scanner = JSONScanner(base, count: buffer.count, maxDepth: maxDepth, isTolerant: isTolerant)
            // At first there is room for one node per 12 bytes, because a sync response has about one node per 16 bytes. Memory that is reserved but
            // not touched costs nothing.
            var capacity = buffer.count / 12 + 16
            var nodes: [UInt64] = []
            while true {
                var isFinished = false
                nodes = [UInt64](unsafeUninitializedCapacity: capacity) { room, count in
                    _ = room.initialize(fromContentsOf: nodes)
                    switch scanner.run(room) {
                    case .finished: isFinished = true
                    case .full: break
                    case .failed(let error):
                        failure = error
                        isFinished = true
                    }
                    count = scanner.nodeCount
                }
                if isFinished { return nodes }
                // Room for one node per byte and for the closing brackets of all open containers is always enough.
                capacity = min(capacity * 2, buffer.count + maxDepth + 16) + min(maxDepth, JSONLimits.depthCeiling)
            }
        }
        if let failure { throw failure }
        return nodes
    }
}
