import HeraldJSON

/// The metadata of a credential in the gateway's answer (OpenDID sheet 5.2).
public struct VCMetaVO: ModelObject {
    /// The credential's id. `nil` if the gateway has upstream's `repository` profile, which sends null.
    public var vcId: String?
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    public var unknownMembers = UnknownMembers()

    public init(vcId: String?, vcMeta: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
    }
}
