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

/// The result of one vector.
public enum VectorOutcome: Sendable, Hashable {
    /// The checked values are those of the vector.
    case passed
    /// A checked value is another one, or the vector is malformed. The sentence says which.
    case failed(why: String)
    /// No check is built for its kind.
    case skipped(kind: String)
}

/// Why a vector failed, in words.
public struct VectorFailure: Error, Sendable {
    /// A sentence for a person, which names the member that differs.
    public let why: String
    /// - Parameter why: a sentence for a person.
    public init(_ why: String) { self.why = why }
}

/// Checks one kind of vector: does the work from the inputs and compares with what the vector demands.
/// Labels for people (`reason`, `eth_account_says`) are never read.
public protocol VectorCheck: Sendable {
    /// The `kind` it is for.
    static var kind: String { get }
    /// A check has no state: it is made for its kind and used for every vector of it.
    init()
    /// Returns when the vector holds.
    /// - Throws: ``VectorFailure``, or any error of reading a malformed vector; each counts as failed.
    func check(_ vector: JSONReader) throws
}
