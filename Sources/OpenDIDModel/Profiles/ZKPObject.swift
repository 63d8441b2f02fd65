import HeraldJSON

/// An object of the anonymous credentials of release 2: kept as it is, all members in ``unknownMembers`` (OpenDID sheet 10).
public struct ZKPObject: ModelObject {
    public var unknownMembers = UnknownMembers()

    /// An object without members.
    public init() {}
}
