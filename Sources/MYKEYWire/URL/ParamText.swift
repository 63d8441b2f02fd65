import HeraldKeys

/// The value of the parameter `param`, which contains a request's JSON in a URL. MYKEY sheet 3.2.
enum ParamText {
    /// Returns the JSON in a value that is not decoded yet. The value may be percent-encoded, form-encoded, or base64url with or without
    /// padding.
    /// - Throws: ``MYKEYError`` `obfuscated` for the published wallet's undocumented form, otherwise `encoding`.
    static func json(in raw: some StringProtocol) throws(MYKEYError) -> [UInt8] {
        let text: String
        do {
            text = try PercentText.formDecode(raw)
        } catch {
            throw MYKEYError(.encoding, field: "param", reason: error.reason)
        }
        if text.utf8.first == UInt8(ascii: "{") { return Array(text.utf8) }
        if let bytes = try? Base64.decode(text, alphabet: .url), bytes.first == UInt8(ascii: "{") { return bytes }
        guard text.isEmpty || !text.utf8.allSatisfy(ASCII.isHexDigit) else {
            throw MYKEYError(
                .obfuscated, field: "param", reason: "the value has upstream's undocumented form, which cannot be read")
        }
        throw MYKEYError(.encoding, field: "param", reason: "the value is neither JSON nor base64url of JSON")
    }
}
