import HeraldJSON

/// An object of the anonymous credentials of release 2. It stays unchanged, and all its members are in ``unknownMembers`` (OpenDID sheet
/// 10).
public struct ZKPObject: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}
