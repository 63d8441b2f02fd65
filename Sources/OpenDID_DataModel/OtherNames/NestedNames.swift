// The original declarations print these enumerations at the top level, the programs made from them nest them; both names work.

extension DIDDocument {
    /// ``OpenDID_DataModel/DIDKeyType``, by its longer name.
    public typealias DIDKeyType = OpenDID_DataModel.DIDKeyType
    /// ``OpenDID_DataModel/DIDServiceType``, by its longer name.
    public typealias DIDServiceType = OpenDID_DataModel.DIDServiceType
}

extension VerifiableCredential {
    /// ``OpenDID_DataModel/Presence``, by its longer name.
    public typealias Presence = OpenDID_DataModel.Presence
    /// ``OpenDID_DataModel/EvidenceType``, by its longer name.
    public typealias EvidenceType = OpenDID_DataModel.EvidenceType
}

extension LogoImage {
    /// ``OpenDID_DataModel/LogoImageType``, by its longer name.
    public typealias LogoImageType = OpenDID_DataModel.LogoImageType
}
