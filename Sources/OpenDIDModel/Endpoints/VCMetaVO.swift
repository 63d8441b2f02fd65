import HeraldJSON

/// The meta data of a credential as the gateway sends it (OpenDID sheet 5.2).
public struct VCMetaVO: ModelObject {
    /// The credential; `nil` at a gateway of upstream's `repository` profile, which leaves it null.
    public var vcId: String?
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcId: String?, vcMeta: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
    }
}
