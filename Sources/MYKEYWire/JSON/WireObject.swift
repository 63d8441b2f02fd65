import HeraldJSON

/// Reads the members of an object by this protocol's rules: `""` and `null` count as absent, unknown members are ignored (MYKEY sheet 3.3),
/// and numbers keep their digits.
struct WireObject {
    let view: JSONView
    let path: String

    init(_ bytes: [UInt8], maxBytes: Int, maxDepth: Int = MYKEYLimits.depth, field: String) throws(MYKEYError) {
        let document: JSONDocument
        do {
            // Duplicate members are refused, because two programs could otherwise read different requests from one text.
            document = try JSONDocument(
                bytes, limits: JSONLimits(maxBytes: maxBytes, maxDepth: maxDepth, refusesDuplicates: true))
        } catch {
            let code: MYKEYError.Code = error.code == .tooLarge ? .tooLong : .json
            throw MYKEYError(code, field: Self.isPlain(error.path) ? error.path : field, reason: error.reason)
        }
        guard document.root.kind == .object else {
            throw MYKEYError(
                .wrongKind, field: field, reason: "an object was expected, but this is \(document.root.kind)")
        }
        view = document.root
        path = ""
    }

    init(_ view: JSONView, path: String) throws(MYKEYError) {
        guard view.kind == .object else {
            throw MYKEYError(.wrongKind, field: path, reason: "an object was expected, but this is \(view.kind)")
        }
        self.view = view
        self.path = path
    }

    /// True if a path may be quoted in an error. The sender chooses the names of members, so only paths with harmless characters may be
    /// quoted.
    private static func isPlain(_ path: String) -> Bool {
        (1...64).contains(path.utf8.count)
            && path.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"): true
                default: false
                }
            }
    }

    func field(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Returns a member, or `nil` if it is absent, `null` or `""`.
    func member(_ key: String) -> JSONView? {
        guard let member = view[key], !member.isNull, !member.equals("") else { return nil }
        return member
    }

    /// Returns a string member. Returns `nil` if it is absent or empty.
    func text(_ key: String) throws(MYKEYError) -> String? {
        guard let member = member(key) else { return nil }
        guard let text = member.string else { throw mismatch(key, "a string", member) }
        return text
    }

    /// Returns a string member under its name or under an older name. Returns `nil` if it is absent or empty.
    func text(_ key: String, or alias: String) throws(MYKEYError) -> String? {
        if let text = try text(key) { return text }
        return try text(alias)
    }

    /// Returns a string member. Throws an error if it is absent or empty.
    func requiredText(_ key: String) throws(MYKEYError) -> String {
        guard let text = try text(key) else {
            throw MYKEYError(.missing, field: field(key), reason: "the field is absent or empty")
        }
        return text
    }

    /// Returns a string member. If the member is a number, its original digits are returned.
    func textOrNumber(_ key: String) throws(MYKEYError) -> (text: String, isNumber: Bool)? {
        guard let member = member(key) else { return nil }
        if let text = member.string { return (text, false) }
        guard member.kind == .number else { throw mismatch(key, "a string or a number", member) }
        return (String(decoding: member.rawBytes, as: UTF8.self), true)
    }

    /// Returns a whole number of 0 or more. The member may be a number, or a string of decimal digits.
    func wholeNumber(_ key: String) throws(MYKEYError) -> Int64? {
        guard let found = try textOrNumber(key) else { return nil }
        guard let value = ASCII.canonicalNumber(found.text.utf8), let number = Int64(exactly: value) else {
            throw MYKEYError(.value, field: field(key), reason: "a whole number in decimal digits was expected")
        }
        return number
    }

    /// Returns a time. The member is the whole number of seconds since 1970.
    func time(_ key: String) throws(MYKEYError) -> UnixTime? { try wholeNumber(key).map(UnixTime.init(seconds:)) }

    /// Returns the value of a type whose raw value is the text of the member.
    func word<T: RawRepresentable<String>>(_ key: String, as type: T.Type) throws(MYKEYError) -> T? {
        guard let text = try text(key) else { return nil }
        guard let word = T(exactly: text) else {
            throw MYKEYError(.unknown, field: field(key), reason: "the value is not one of the allowed ones")
        }
        return word
    }

    func mismatch(_ key: String, _ expected: String, _ member: JSONView) -> MYKEYError {
        MYKEYError(.wrongKind, field: field(key), reason: "\(expected) was expected, but this is \(member.kind)")
    }
}
