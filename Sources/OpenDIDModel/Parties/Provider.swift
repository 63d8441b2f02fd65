import HeraldJSON

/// A provider and the URL of its certificate (OpenDID sheet 4.4).
public struct Provider: ModelObject {
    /// The provider's DID.
    public var did: String
    /// The URL of the provider's certificate credential.
    public var certVcRef: String
    public var unknownMembers = UnknownMembers()

    public init(did: String, certVcRef: String) {
        self.did = did
        self.certVcRef = certVcRef
    }
}
