// Compiled together with the sources of HeraldJSON by scripts/fuzz; libFuzzer calls the function below with inputs of its making.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    JSONFuzz.check([UInt8](UnsafeBufferPointer(start: data, count: data == nil ? 0 : size)))
    return 0
}

/// The conditions that hold for every input. If one does not hold, the process traps, and libFuzzer reports it.
enum JSONFuzz {
    static func check(_ bytes: [UInt8]) {
        checkTolerant(bytes)
        let document = Result { () throws(JSONError) in try JSONDocument(bytes) }
        let tree = Result { () throws(JSONError) in try JSONValue(parsing: bytes) }
        switch (document, tree) {
        case (.failure(let left), .failure(let right)):
            hold(left == right, "the same error from both readers")
            hold((0...bytes.count).contains(left.offset ?? -1), "an error is somewhere in the text")
        case (.success(let document), .success(let tree)):
            hold(String(validating: bytes, as: UTF8.self) != nil, "an accepted text is UTF-8")
            checkRoundTrip(tree)
            checkView(document.root, tree, depth: 0)
            checkStrict(bytes, document)
            checkCanonical(document.root, tree)
        default: hold(false, "the same verdict from both readers")
        }
    }

    private static func checkTolerant(_ bytes: [UInt8]) {
        for depth in [2, JSONLimits.standard.maxDepth] {
            let strict = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: depth))
            guard let document = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: depth, isTolerant: true)) else {
                hold(strict == nil, "a tolerant reader accepts what a strict one accepts")
                continue
            }
            let again = try? JSONDocument(document.bytes, limits: JSONLimits(maxDepth: depth))
            hold(again?.root.value == document.root.value, "what a tolerant reader has read is strict")
            if strict != nil { hold(document.bytes == bytes, "a strict text stays as it is") }
        }
    }

    private static func checkRoundTrip(_ tree: JSONValue) {
        let text = tree.serialized()
        guard let again = try? JSONValue(parsing: text) else { return hold(false, "what is written can be read") }
        hold(again == tree && again.hashValue == tree.hashValue, "what is written is read back as it was")
        hold(again.serialized() == text, "there is one compact form")
        do {
            hold(try tree.canonicalBytes() == text, "the canonical form is the compact one")
        } catch {
            hold(error.code == .notCanonical, "only numbers have no canonical form")
        }
    }

    private static func checkView(_ view: JSONView, _ tree: JSONValue, depth: Int) {
        hold(view.kind == tree.kind && view.value == tree, "a view is its tree")
        // Reading the raw bytes again at every depth would take the square of the depth.
        if depth < 3 { hold((try? JSONValue(parsing: Array(view.rawBytes))) == tree, "the raw bytes are the value") }
        switch tree {
        case .null: hold(view.isNull, "null")
        case .bool(let value): hold(view.bool == value, "a boolean")
        case .int(let value): hold(view.int == value && view.double == Double(value), "an integer")
        case .double(let value): hold(view.int == nil && view.double == value && value.isFinite, "a double")
        case .string(let value): hold(view.string.map { Array($0.utf8) } == Array(value.utf8), "a string")
        case .array(let elements):
            hold(view.count == elements.count, "all elements")
            for (part, element) in zip(view.elements, elements) { checkView(part, element, depth: depth + 1) }
        case .object(let object):
            hold(view.count >= object.count, "all members")
            for (key, _) in view.members { hold(object.contains(key: key), "a name of the text is in the tree") }
            for (key, value) in object {
                guard let part = view[key] else { return hold(false, "a name of the tree is in the text") }
                checkView(part, value, depth: depth + 1)
            }
        }
    }

    private static func checkCanonical(_ view: JSONView, _ tree: JSONValue) {
        var edits: [String: CanonicalEdit] = [:]
        if case .object(let object) = tree, let first = object.keys.first {
            edits = [first: .remove, "\u{E9}\"": .set([0x30])]
        }
        for omittingNulls in [false, true] {
            for edits in edits.isEmpty ? [edits] : [[:], edits] {
                let inPlace = Result { () throws(JSONError) in
                    try view.canonicalBytes(omittingNulls: omittingNulls, edits: edits)
                }
                let fromTree = Result { () throws(JSONError) in
                    try tree.canonicalBytes(omittingNulls: omittingNulls, edits: edits)
                }
                switch (inPlace, fromTree) {
                case (.success(let inPlace), .success(let fromTree)): hold(inPlace == fromTree, "one canonical form")
                case (.failure(let inPlace), .failure(let fromTree)): hold(inPlace.code == fromTree.code, "one refusal")
                default: hold(false, "the same verdict on the canonical form")
                }
            }
        }
        let lenient = JSONLimits(maxBytes: .max, maxDepth: JSONLimits.depthCeiling)
        hold(
            (try? JSONModelDecoder(limits: lenient).decode(JSONValue.self, from: view)) == tree,
            "a model of any value is the tree")
    }

    private static func checkStrict(_ bytes: [UInt8], _ document: JSONDocument) {
        let hasDuplicates = holdsDuplicates(document.root)
        do {
            _ = try JSONDocument(bytes, limits: JSONLimits(refusesDuplicates: true))
            hold(!hasDuplicates, "duplicates are refused")
        } catch {
            hold(hasDuplicates && error.code == .duplicateMember, "only duplicates are refused")
        }
    }

    private static func holdsDuplicates(_ view: JSONView) -> Bool {
        let names = view.members.map { Array($0.key.utf8) }
        return Set(names).count < names.count || view.members.contains { holdsDuplicates($0.value) }
            || view.elements.contains { holdsDuplicates($0) }
    }

    private static func hold(_ condition: Bool, _ promise: StaticString) {
        precondition(condition, "broken promise: \(promise)")
    }
}
