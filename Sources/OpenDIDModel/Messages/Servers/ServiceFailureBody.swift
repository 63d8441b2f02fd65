import HeraldJSON

/// The body of an error (OpenDID sheet 5.3).
public struct ServiceFailureBody: ModelObject {
    /// Upstream's code, such as `SSRVTRA16001`.
    public var code: String
    /// What went wrong, for people.
    public var description: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(code: String, description: String) {
        self.code = code
        self.description = description
    }
}
