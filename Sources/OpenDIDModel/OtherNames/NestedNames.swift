// The original declarations print these enumerations at the top level, the programs made from them nest them; both names work.

extension DIDDocument {
    /// ``OpenDIDModel/DIDKeyType``, by its longer name.
    public typealias DIDKeyType = OpenDIDModel.DIDKeyType
    /// ``OpenDIDModel/DIDServiceType``, by its longer name.
    public typealias DIDServiceType = OpenDIDModel.DIDServiceType
}

extension VerifiableCredential {
    /// ``OpenDIDModel/Presence``, by its longer name.
    public typealias Presence = OpenDIDModel.Presence
    /// ``OpenDIDModel/EvidenceType``, by its longer name.
    public typealias EvidenceType = OpenDIDModel.EvidenceType
}

extension LogoImage {
    /// ``OpenDIDModel/LogoImageType``, by its longer name.
    public typealias LogoImageType = OpenDIDModel.LogoImageType
}
