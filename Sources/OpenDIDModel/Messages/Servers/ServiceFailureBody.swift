import HeraldJSON

/// The body of an error (OpenDID sheet 5.3).
public struct ServiceFailureBody: ModelObject {
    /// Upstream's code, such as `SSRVTRA16001`.
    public var code: String
    /// The description of the error for people.
    public var description: String
    public var unknownMembers = UnknownMembers()

    public init(code: String, description: String) {
        self.code = code
        self.description = description
    }
}
