/// The kind of a service in a DID document (OpenDID sheet 3.1, 4.6).
public enum DIDServiceType: String, Codable, Sendable, Hashable, CaseIterable {
    case linkedDomains = "LinkedDomains"
    case credentialRegistry = "CredentialRegistry"
}

/// The way in which a subject or a document was present (OpenDID sheet 4.6).
public enum Presence: String, Codable, Sendable, Hashable, CaseIterable {
    case physical = "Physical"
    case digital = "Digital"
}

/// The kind of evidence for a credential (OpenDID sheet 4.6).
public enum EvidenceType: String, Codable, Sendable, Hashable, CaseIterable {
    case documentVerification = "DocumentVerification"
}

/// The kind of a claim's value (OpenDID sheet 3.2, 4.6).
public enum ClaimType: String, Codable, Sendable, Hashable, CaseIterable {
    case text
    case image
    case document
}

/// The format of a claim's value (OpenDID sheet 3.5, 4.6).
public enum ClaimFormat: String, Codable, Sendable, Hashable, CaseIterable {
    // A claim of type `text` has one of the next four formats.
    case plain
    case html
    case xml
    case csv
    // A claim of type `image` has one of the next three formats.
    case png
    case jpg
    case gif
    // A claim of type `document` has one of the next three formats.
    case txt
    case pdf
    case word
}

extension ClaimType {
    /// The formats that a value of this type may have (OpenDID sheet 3.5).
    public var formats: Set<ClaimFormat> {
        switch self {
        case .text: [.plain, .html, .xml, .csv]
        case .image: [.png, .jpg, .gif]
        case .document: [.txt, .pdf, .word]
        }
    }
}

/// The place of a claim's data (OpenDID sheet 3.2, 4.6).
public enum Location: String, Codable, Sendable, Hashable, CaseIterable {
    /// The claim's value is the data itself.
    case inline
    /// The claim's value is a URL of the data.
    case remote
    /// The data is in an attachment to the credential. The claim's value is its id there.
    case attach
}

/// The kind of credential schema (OpenDID sheet 4.6).
public enum CredentialSchemaType: String, Codable, Sendable, Hashable, CaseIterable {
    case osdSchemaCredential = "OsdSchemaCredential"
}

/// The status of a credential in its metadata (OpenDID sheet 3.6, 4.6).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public enum VCStatusEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case ACTIVE
    case INACTIVE
    /// The credential is revoked for good.
    case REVOKED
}

/// Selects one of a wallet's two DID documents (OpenDID sheet 4.5). Values of this type are not sent to servers.
public enum DidDocumentType: Int, Jsonable, Sendable, Hashable, CaseIterable {
    case device = 1
    case holder = 2
}
