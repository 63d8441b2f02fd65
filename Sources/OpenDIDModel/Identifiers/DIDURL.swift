/// A DID and what of it is meant: `did:omn:issuer?versionId=1#assert` (OpenDID sheet 1.5).
///
/// Some signers leave out the version; that means the current one.
public struct DIDURL: Sendable, Hashable, CustomStringConvertible {
    /// The DID.
    public var did: String
    /// The version of its document, `[1-9][0-9]*`; the current one when `nil`.
    public var versionId: String?
    /// A service of the document.
    public var service: String?
    /// A credential's id.
    public var credential: String?
    /// The bare name of a key.
    public var keyId: String?

    /// A URL from its parts, taken as they are.
    public init(did: String, versionId: String? = nil, service: String? = nil, credential: String? = nil, keyId: String? = nil) {
        self.did = did
        self.versionId = versionId
        self.service = service
        self.credential = credential
        self.keyId = keyId
    }

    /// Reads a DID, then optionally `?` and the parameters `versionId`, `service` and `credential` joined by `&`, then optionally
    /// `#` and a key's name. A parameter that is empty, unknown or there twice is refused.
    /// - Throws: ``DataModelError`` `didURL`, or `did` for the DID itself.
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

    /// The text, parameters in the order version, service, credential.
    public var description: String {
        let parameters = [("versionId", versionId), ("service", service), ("credential", credential)]
            .compactMap { name, value in value.map { "\(name)=\($0)" } }
        return did + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")) + (keyId.map { "#" + $0 } ?? "")
    }

    private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

    private static func error(_ reason: String) -> DataModelError { DataModelError(.didURL, reason: reason) }
}
