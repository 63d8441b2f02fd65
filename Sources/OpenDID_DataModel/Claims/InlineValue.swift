import HeraldKeys

/// The value of a claim whose data is an image or a document in the claim itself.
///
/// The specification requires multibase (OpenDID sheet 3.2). Upstream's issuer writes the value that it received, and upstream's apps
/// decode base64, with or without the beginning of a data URL (RFC 2397). All three forms are therefore read, in this order:
///
/// 1. A text that begins with `data:` is a data URL and must contain base64. The other forms never contain a colon.
/// 2. A text that begins with `f`, `F`, `z`, `m` or `u` is multibase if this encoding can decode it.
/// 3. Every other text is base64 of the standard alphabet with padding.
///
/// Base64 may begin with one of the five letters too, but the base64 of a PNG, JPEG, GIF, PDF or Word file never does. If a text can be
/// decoded as multibase and as base64, the digest of the claim decides. Without a digest, the text is multibase.
///
/// Line breaks in base64 are ignored, as upstream's apps do.
struct InlineValue {
    private let text: String

    /// - Parameter text: the value, which is not empty.
    init(_ text: String) { self.text = text }

    /// Returns the decoded bytes.
    /// - Parameters:
    ///   - base58Limit: the longest base58 text that is decoded, in characters.
    ///   - digest: the digest of the claim, which decides between two forms.
    /// - Throws: `KeysError` if the text has none of the three forms.
    func bytes(base58Limit: Int, digest: DigestSRI?) throws(KeysError) -> [UInt8] {
        if isDataURL { return try contentOfDataURL() }
        guard namesBase else { return try plainBase64() }
        let first: [UInt8]
        do {
            first = try Multibase.decode(text, base58Limit: base58Limit).bytes
        } catch {
            // A long base58 text must not be read as base64 only because base58 is not decoded.
            guard error.code != .tooLong || !isBase58, let other = try? plainBase64() else { throw error }
            return other
        }
        guard let digest, !digest.matches(first), let second = try? plainBase64(), digest.matches(second) else {
            return first
        }
        return second
    }

    /// Checks that the text has one of the three forms. Multibase is not decoded, because base58 is slow to decode.
    /// - Throws: `KeysError` if the text has none of the three forms.
    func checkForm() throws(KeysError) {
        if isDataURL {
            _ = try contentOfDataURL()
        } else if !namesBase {
            _ = try plainBase64()
        }
    }

    private var isDataURL: Bool { text.utf8.starts(with: Self.scheme) }

    /// True if the text begins with the prefix of a multibase encoding and has more characters.
    private var namesBase: Bool {
        guard let first = text.utf8.first else { return false }
        return text.utf8.count > 1 && Multibase.Base(rawValue: String(Unicode.Scalar(first))) != nil
    }

    /// True if the text has no character of base64 that base58 does not have.
    private var isBase58: Bool { !text.utf8.contains { Self.onlyInBase64.contains($0) } }

    /// Returns the bytes of a data URL. It may omit the padding, because its beginning already names the encoding.
    private func contentOfDataURL() throws(KeysError) -> [UInt8] {
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")),
            text[..<comma].lowercased().hasSuffix(Self.encoding)
        else {
            throw KeysError(.prefix, field: "data URL", reason: "a data URL with ;base64, expected")
        }
        let content = text.utf8[text.utf8.index(after: comma)...]
        guard !content.isEmpty else {
            throw KeysError(.length, field: "data URL", reason: "the data URL contains no data")
        }
        return try Base64.decode(Self.withoutLineBreaks(content))
    }

    private func plainBase64() throws(KeysError) -> [UInt8] {
        let content = Self.withoutLineBreaks(text.utf8[...])
        // The padding distinguishes base64 from most other texts.
        guard content.utf8.count.isMultiple(of: 4) else {
            throw KeysError(.padding, field: "base64", reason: "multibase, a data URL or base64 with padding expected")
        }
        return try Base64.decode(content)
    }

    private static func withoutLineBreaks(_ text: Substring.UTF8View) -> String {
        String(decoding: text.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    private static let scheme = Array("data:".utf8)
    private static let encoding = ";base64"
    private static let onlyInBase64 = Array("0OIl+/=".utf8)
}
