import HeraldJSON

/// One entry of a vector file, which may be malformed.
public struct Vector: Sendable {
    /// Its `id`, or its place in the file when it has none.
    public let id: String
    /// Its `kind`; `nil` when it has none.
    public let kind: String?
    /// Its members; `nil` when it is not an object.
    let members: JSONReader?

    /// - Parameter place: counted from 1.
    init(_ value: JSONValue, place: Int) {
        members = try? JSONReader(value)
        id = (try? members?.string("id")) ?? "vector number \(place)"
        kind = try? members?.string("kind")
    }
}

/// What came of one vector.
public enum VectorOutcome: Sendable, Hashable {
    case passed
    case failed(why: String)
    case skipped(kind: String)
}

/// Why a vector failed, in words.
public struct VectorFailure: Error, Sendable {
    public let why: String
    public init(_ why: String) { self.why = why }
}
