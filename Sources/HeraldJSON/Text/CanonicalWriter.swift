/// Writes a part of a document in canonical form, directly from its index.
///
/// It recurses as deep as the document nests. ``JSONLimits`` limit that depth.
struct CanonicalWriter {
    /// The form in which numbers are written.
    enum Numbers {
        /// Only integers within ±(2^53 − 1) are written. Any other number is an error.
        case canonical
        /// Numbers are copied as they are in the text.
        case verbatim
    }

    let storage: JSONStorage
    let omitsNulls: Bool
    let numbers: Numbers

    init(_ storage: JSONStorage, omitsNulls: Bool = false, numbers: Numbers = .canonical) {
        self.storage = storage
        self.omitsNulls = omitsNulls
        self.numbers = numbers
    }

    func bytes(at index: Int) throws(JSONError) -> [UInt8] {
        try produce(room: textLength(index)) { run, scratch throws(JSONError) in try write(index, &run, &scratch) }
    }

    func bytes(at object: Int, edits: [String: CanonicalEdit]) throws(JSONError) -> [UInt8] {
        let edits = edits.map { (name: Array($0.key.utf8), edit: $0.value) }.sorted {
            $0.name.lexicographicallyPrecedes($1.name)
        }
        // The largest number of bytes that the edits can add to the output. Each byte of a name takes at most six bytes when it is escaped.
        let added = edits.reduce(0) { sum, edit in
            guard case .set(let bytes) = edit.edit else { return sum }
            return sum + edit.name.count * 6 + bytes.count + 4
        }
        return try produce(room: textLength(object) + added) { run, scratch throws(JSONError) in
            try writeObject(object, edits: edits, &run, &scratch)
        }
    }

    /// Returns an upper bound for the length of a value's canonical form. The canonical form is never longer than the text, because an
    /// escape never takes fewer bytes than its replacement.
    private func textLength(_ index: Int) -> Int { JSONView(storage: storage, index: index).rawBytes.count }

    private func produce(
        room: Int, _ body: (inout CanonicalRun, inout [SortedName]) throws(JSONError) -> Void
    ) throws(JSONError) -> [UInt8] {
        var failure: JSONError?
        let result = [UInt8](unsafeUninitializedCapacity: room) { target, count in
            storage.bytes.withUnsafeBytes { source in
                guard let source = UnsafeRawBufferPointer(source).baseAddress,
                    let target = UnsafeMutableRawPointer(target.baseAddress)
                else {
                    return
                }
                var run = CanonicalRun(source: source, sourceCount: storage.bytes.count, target: target, room: room)
                var scratch: [SortedName] = []
                do throws(JSONError) {
                    try body(&run, &scratch)
                    count = run.finish()
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return result
    }

    private func write(_ index: Int, _ run: inout CanonicalRun, _ scratch: inout [SortedName]) throws(JSONError) {
        let node = storage.node(index)
        switch run.byte(at: node.offset) {
        case UInt8(ascii: "\""): writeString(node, &run)
        case UInt8(ascii: "{"): try writeObject(index, &run, &scratch)
        case UInt8(ascii: "["): try writeArray(index, &run, &scratch)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): run.copy(node.offset, node.length)
        default: try writeNumber(index, node, &run)
        }
    }

    @inline(__always)
    private func writeString(_ node: JSONNode, _ run: inout CanonicalRun) {
        if node.isFlagged {
            run.putQuoted(storage.unescaped(node))
        } else {
            run.copy(node.offset, node.length + 2)
        }
    }

    private func writeNumber(_ index: Int, _ node: JSONNode, _ run: inout CanonicalRun) throws(JSONError) {
        // Any 15 digits lie within ±(2^53 − 1). Among short numbers only `-0` is written differently.
        guard numbers == .canonical,
            node.isFlagged || node.length > 15 || run.byte(at: node.offset) == UInt8(ascii: "-")
        else {
            return run.copy(node.offset, node.length)
        }
        let path = { JSONPath.text(storage.steps(to: index)) }
        guard !node.isFlagged else {
            throw JSONError(
                .notCanonical, path: path(), offset: node.offset,
                reason: "canonical JSON has integers only, without fraction or exponent")
        }
        guard let value = JSONView(storage: storage, index: index).int,
            value >= -JSONValue.canonicalIntegerLimit, value <= JSONValue.canonicalIntegerLimit
        else {
            throw JSONError(
                .notCanonical, path: path(), offset: node.offset,
                reason: "canonical JSON has integers within ±(2^53 − 1) only")
        }
        if value == 0 { run.put(UInt8(ascii: "0")) } else { run.copy(node.offset, node.length) }
    }

    private func writeArray(_ array: Int, _ run: inout CanonicalRun, _ scratch: inout [SortedName]) throws(JSONError) {
        run.copy(storage.node(array).offset, 1)
        let end = Int(storage.node(array).extra) - 1
        var position = array + 1
        while position < end {
            if position > array + 1 { run.put(UInt8(ascii: ",")) }
            try write(position, &run, &scratch)
            position = storage.index(after: position)
        }
        run.put(UInt8(ascii: "]"))
    }

    private func writeObject(_ object: Int, _ run: inout CanonicalRun, _ scratch: inout [SortedName]) throws(JSONError)
    {
        run.copy(storage.node(object).offset, 1)
        var isFirst = true
        if storage.namesAscend(in: object) {
            let end = Int(storage.node(object).extra) - 1
            var position = object + 1
            while position < end {
                try writeMember(position, &isFirst, &run, &scratch)
                position = storage.index(after: position + 1)
            }
        } else {
            let start = scratch.count
            storage.appendSortedNames(of: object, to: &scratch)
            let end = scratch.count
            for place in start..<end where !isOverwritten(place, end, scratch) {
                try writeMember(scratch[place].name, &isFirst, &run, &scratch)
            }
            scratch.removeLast(end - start)
        }
        run.put(UInt8(ascii: "}"))
    }

    /// Returns true when the same name occurs again later in the text.
    private func isOverwritten(_ place: Int, _ end: Int, _ names: [SortedName]) -> Bool {
        place + 1 < end && storage.areSame(names[place], names[place + 1])
    }

    @inline(__always)
    private func writeMember(
        _ name: Int, _ isFirst: inout Bool, _ run: inout CanonicalRun, _ scratch: inout [SortedName]
    ) throws(JSONError) {
        if omitsNulls, run.byte(at: storage.node(name + 1).offset) == UInt8(ascii: "n") { return }
        if !isFirst { run.put(UInt8(ascii: ",")) }
        isFirst = false
        writeString(storage.node(name), &run)
        run.put(UInt8(ascii: ":"))
        try write(name + 1, &run, &scratch)
    }

    private func writeObject(
        _ object: Int, edits: [(name: [UInt8], edit: CanonicalEdit)], _ run: inout CanonicalRun,
        _ scratch: inout [SortedName]
    ) throws(JSONError) {
        run.copy(storage.node(object).offset, 1)
        storage.appendSortedNames(of: object, to: &scratch)
        let end = scratch.count
        var isFirst = true
        var place = 0
        var next = 0
        while place < end || next < edits.count {
            let order =
                place == end
                ? 1 : next == edits.count ? -1 : storage.compareName(scratch[place].name, to: edits[next].name)
            if order < 0 {
                if !isOverwritten(place, end, scratch) {
                    try writeMember(scratch[place].name, &isFirst, &run, &scratch)
                }
                place += 1
            } else if order == 0 {
                place += 1
                while place < end, storage.compareName(scratch[place].name, to: edits[next].name) == 0 { place += 1 }
                write(edits[next], &isFirst, &run)
                next += 1
            } else {
                write(edits[next], &isFirst, &run)
                next += 1
            }
        }
        run.put(UInt8(ascii: "}"))
    }

    private func write(_ edit: (name: [UInt8], edit: CanonicalEdit), _ isFirst: inout Bool, _ run: inout CanonicalRun) {
        guard case .set(let value) = edit.edit else { return }
        if !isFirst { run.put(UInt8(ascii: ",")) }
        isFirst = false
        run.putQuoted(edit.name)
        run.put(UInt8(ascii: ":"))
        run.put(value)
    }
}
