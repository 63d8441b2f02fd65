/// A DID with optional parameters and a key's name: `did:omn:issuer?versionId=1#assert` (OpenDID sheet 1.5).
///
/// ```swift
/// let url = try DIDURL("did:omn:issuer?versionId=1#assert")
/// print(url.did, url.versionId ?? "the current version", url.keyId ?? "")
/// ```
///
/// Some signers leave out the version. A URL without a version means the current version.
public struct DIDURL: Sendable, Hashable, CustomStringConvertible {
    /// The DID.
    public var did: String
    /// The version of the DID document: a number of the form `[1-9][0-9]*`. `nil` means the current version.
    public var versionId: String?
    /// The name of a service in the document.
    public var service: String?
    /// A credential's id.
    public var credential: String?
    /// The name of a key, without the DID.
    public var keyId: String?

    /// Creates a URL from its parts without checking them.
    public init(
        did: String, versionId: String? = nil, service: String? = nil, credential: String? = nil, keyId: String? = nil
    ) {
        self.did = did
        self.versionId = versionId
        self.service = service
        self.credential = credential
        self.keyId = keyId
    }

    /// Reads a DID URL. Parameters may follow the DID after `?`: `versionId`, `service` and `credential`, joined by `&`. A key's name may
    /// follow after `#`. A parameter that is empty, unknown or repeated is refused.
    /// - Throws: ``DataModelError`` with code `didURL`, or with code `did` if the DID is malformed.
    public init(_ text: String) throws(DataModelError) {
        let (address, fragment) = Self.split(text[...], at: "#")
        let (did, query) = Self.split(address, at: "?")
        self.init(did: try DID(did).text)
        if let fragment {
            guard !fragment.isEmpty else { throw Self.error("the key's name behind # is empty") }
            keyId = String(fragment)
        }
        guard let query else { return }
        for parameter in query.split(separator: "&", omittingEmptySubsequences: false) {
            let (name, value) = Self.split(parameter, at: "=")
            guard let value, !value.isEmpty else { throw Self.error("a parameter has no value") }
            switch name {
            case "versionId" where versionId == nil:
                guard DIDVersionId.isWellFormed(String(value)) else {
                    throw Self.error("versionId must be a decimal number without leading zero")
                }
                versionId = String(value)
            case "service" where service == nil: service = String(value)
            case "credential" where credential == nil: credential = String(value)
            default: throw Self.error("only versionId, service and credential may stand behind ?, each once")
            }
        }
    }

    /// The text of the URL. The parameters are in the order version, service, credential.
    public var description: String {
        let parameters = [("versionId", versionId), ("service", service), ("credential", credential)]
            .compactMap { name, value in value.map { "\(name)=\($0)" } }
        return did + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
            + (keyId.map { "#" + $0 } ?? "")
    }

    /// Searches bytes if the text has only ASCII, as nearly all do. In other texts, a separator followed by a combining character is not a
    /// separator, so they are searched by character.
    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> (Substring, Substring?) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            guard let index = text.firstIndex(of: Character(separator)) else { return (text, nil) }
            return (text[..<index], text[text.index(after: index)...])
        }
        guard let index = text.utf8.firstIndex(of: UInt8(ascii: separator)) else { return (text, nil) }
        return (text[..<index], text[text.utf8.index(after: index)...])
    }

    private static func error(_ reason: String) -> DataModelError { DataModelError(.didURL, reason: reason) }
}
