/// The kind of service a DID document names (OpenDID sheet 3.1, 4.6).
public enum DIDServiceType: String, Codable, Sendable, Hashable, CaseIterable {
    case linkedDomains = "LinkedDomains"
    case credentialRegistry = "CredentialRegistry"
}

/// Whether somebody or something was there in person (OpenDID sheet 4.6).
public enum Presence: String, Codable, Sendable, Hashable, CaseIterable {
    case physical = "Physical"
    case digital = "Digital"
}

/// The kind of evidence behind a credential (OpenDID sheet 4.6).
public enum EvidenceType: String, Codable, Sendable, Hashable, CaseIterable {
    case documentVerification = "DocumentVerification"
}

/// The kind of value a claim has (OpenDID sheet 3.2, 4.6).
public enum ClaimType: String, Codable, Sendable, Hashable, CaseIterable {
    case text
    case image
    case document
}

/// The format of a claim's value (OpenDID sheet 3.5, 4.6).
public enum ClaimFormat: String, Codable, Sendable, Hashable, CaseIterable {
    // Of `ClaimType.text`.
    case plain
    case html
    case xml
    case csv
    // Of `ClaimType.image`.
    case png
    case jpg
    case gif
    // Of `ClaimType.document`.
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

/// Where a claim's value is (OpenDID sheet 3.2, 4.6).
public enum Location: String, Codable, Sendable, Hashable, CaseIterable {
    /// The value is the data.
    case inline
    /// The value is a URL.
    case remote
    /// The value is an id inside an attachment beside the credential.
    case attach
}

/// The kind of credential schema (OpenDID sheet 4.6).
public enum CredentialSchemaType: String, Codable, Sendable, Hashable, CaseIterable {
    case osdSchemaCredential = "OsdSchemaCredential"
}

/// Whether a credential holds, as its meta data says (OpenDID sheet 3.6, 4.6).
///
/// OpenDID sheet 4.9, #41: the original text does not have it.
public enum VCStatusEnum: String, Codable, Sendable, Hashable, CaseIterable {
    case ACTIVE
    case INACTIVE
    /// Final.
    case REVOKED
}

/// Which of a wallet's two DID documents is meant (OpenDID sheet 4.5); it stays on the device.
public enum DidDocumentType: Int, Jsonable, Sendable, Hashable, CaseIterable {
    case device = 1
    case holder = 2
}
