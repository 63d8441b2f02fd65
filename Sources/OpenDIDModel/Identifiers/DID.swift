import HeraldKeys

/// A decentralised identifier: `did:`, a method, `:` and an id (OpenDID sheet 1.5).
///
/// ```swift
/// let did = try DID("did:omn:issuer")
/// print(did.method, did.methodSpecificId)  // omn issuer
/// ```
public struct DID: Sendable, Hashable, CustomStringConvertible {
    /// The DID method of the DIDs that OpenDID creates.
    public static let openDIDMethod = "omn"
    /// The number of random bytes in the id of a wallet's DID.
    public static let randomByteCount = 20

    /// The whole text.
    public let text: String
    /// The method, such as `omn`.
    public var method: String { String(text.dropFirst(4).prefix { $0 != ":" }) }
    /// The text after the method, such as `issuer`.
    public var methodSpecificId: String { String(text.dropFirst(5 + method.count)) }
    public var description: String { text }

    /// Reads a DID of the form `did:[a-z0-9]+:([a-zA-Z0-9._%-]*:)*[a-zA-Z0-9._%-]+`.
    /// - Throws: ``DataModelError`` with code `did` if the text has another form.
    public init(_ text: some StringProtocol) throws(DataModelError) {
        guard Self.isWellFormed(text) else {
            throw DataModelError(.did, reason: "a DID such as did:omn:issuer expected")
        }
        self.text = String(text)
    }

    /// Creates a wallet's DID. Its id is the base58 text of random bytes.
    /// - Parameters:
    ///   - method: 1 to 20 characters of `0-9`, `a-z` and `:`. Defaults to ``openDIDMethod``.
    ///   - randomBytes: 20 unpredictable bytes.
    /// - Throws: ``DataModelError`` with code `did` if an argument has another form.
    public init(method: String = DID.openDIDMethod, randomBytes: [UInt8]) throws(DataModelError) {
        guard randomBytes.count == Self.randomByteCount else {
            throw DataModelError(.did, field: "randomBytes", reason: "\(Self.randomByteCount) bytes expected")
        }
        guard (1...20).contains(method.utf8.count),
            method.utf8.allSatisfy({ Self.isMethodByte($0) || $0 == UInt8(ascii: ":") })
        else {
            throw DataModelError(.did, field: "method", reason: "1 to 20 characters of 0-9, a-z and : expected")
        }
        try self.init("did:\(method):\(Base58.encode(randomBytes))")
    }

    package static func isWellFormed(_ text: some StringProtocol) -> Bool { isWellFormed(String(text)) }

    /// Reads the bytes once and allocates nothing, because every signed message names several DIDs.
    package static func isWellFormed(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let colon = UInt8(ascii: ":")
            guard bytes.count > 4, bytes[0] == UInt8(ascii: "d"), bytes[1] == UInt8(ascii: "i"),
                bytes[2] == UInt8(ascii: "d"), bytes[3] == colon, bytes[4] != colon, bytes.last != colon
            else { return false }
            guard let end = bytes[4...].firstIndex(of: colon) else { return false }
            return bytes[4..<end].allSatisfy(isMethodByte)
                && bytes[end...].allSatisfy { $0 == colon || isIdByte($0) }
        }
    }

    private static func isMethodByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    private static func isIdByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "%"),
            UInt8(ascii: "-"):
            true
        default: isMethodByte(byte)
        }
    }
}
