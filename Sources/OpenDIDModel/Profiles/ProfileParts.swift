import HeraldJSON

/// The kind of profile (OpenDID sheet 4.6).
public enum ProfileType: String, Codable, Sendable, Hashable, CaseIterable {
    case IssueProfile
    case VerifyProfile
    /// Release 2 of the protocol introduced this value.
    case ProofRequestProfile
}

/// A picture for people (OpenDID sheet 4.2).
///
/// OpenDID sheet 4.9, #32: the original text says that ``link`` is multibase. It is a plain URL, and only ``value`` is multibase.
public struct LogoImage: ModelObject {
    /// The format.
    public var format: LogoImageType
    /// The URL of the picture.
    public var link: String?
    /// The picture in multibase.
    public var value: String?
    public var unknownMembers = UnknownMembers()

    public init(format: LogoImageType, link: String? = nil, value: String? = nil) {
        self.format = format
        self.link = link
        self.value = value
    }
}

/// A description of a provider (OpenDID sheet 4.2).
public struct ProviderDetail: ModelObject {
    /// The provider's DID.
    public var did: String
    /// The URL of the provider's certificate credential.
    public var certVcRef: String
    /// A name for people.
    public var name: String
    /// A description for people.
    public var description: String?
    /// A picture for people.
    public var logo: LogoImage?
    /// The URL of a page about the provider.
    public var ref: String?
    public var unknownMembers = UnknownMembers()

    public init(
        did: String, certVcRef: String, name: String, description: String? = nil, logo: LogoImage? = nil,
        ref: String? = nil
    ) {
        self.did = did
        self.certVcRef = certVcRef
        self.name = name
        self.description = description
        self.logo = logo
        self.ref = ref
    }
}

/// A server's parameters for the encrypted channel (OpenDID sheet 4.2, 6.2).
public struct ReqE2e: ModelObject, ProofContainer {
    /// The nonce that is part of the key derivation (16 bytes, multibase).
    public var nonce: String
    /// The curve of the keys.
    public var curve: EllipticCurveType
    /// The server's ephemeral key, 33 bytes in multibase.
    public var publicKey: String
    public var cipher: SymmetricCipherType
    /// The padding of the last block.
    public var padding: SymmetricPaddingType
    /// The server's proof. It is absent inside a profile, because the profile's proof covers it.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(
        nonce: String, curve: EllipticCurveType, publicKey: String, cipher: SymmetricCipherType,
        padding: SymmetricPaddingType,
        proof: Proof? = nil
    ) {
        self.nonce = nonce
        self.curve = curve
        self.publicKey = publicKey
        self.cipher = cipher
        self.padding = padding
        self.proof = proof
    }
}
