// The original declarations have these enumerations at the top level, and the original programs nest them. Both names work.

extension DIDDocument {
    /// ``OpenDIDModel/DIDKeyType`` under its longer name.
    public typealias DIDKeyType = OpenDIDModel.DIDKeyType
    /// ``OpenDIDModel/DIDServiceType`` under its longer name.
    public typealias DIDServiceType = OpenDIDModel.DIDServiceType
}

extension VerifiableCredential {
    /// ``OpenDIDModel/Presence`` under its longer name.
    public typealias Presence = OpenDIDModel.Presence
    /// ``OpenDIDModel/EvidenceType`` under its longer name.
    public typealias EvidenceType = OpenDIDModel.EvidenceType
}

extension LogoImage {
    /// ``OpenDIDModel/LogoImageType`` under its longer name.
    public typealias LogoImageType = OpenDIDModel.LogoImageType
}
