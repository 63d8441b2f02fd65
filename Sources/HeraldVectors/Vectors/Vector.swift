import HeraldJSON

/// One entry of a vector file. It may be malformed.
public struct Vector: Sendable {
    /// The `id` of the vector, or its position in the file if it has no `id`.
    public let id: String
    /// The `kind` of the vector, or `nil` if it has none.
    public let kind: String?
    /// The members of the vector, or `nil` if it is not a JSON object.
    let members: JSONReader?

    /// Reads an entry.
    /// - Parameter place: the position of the entry in the file, counted from 1.
    init(_ value: JSONValue, place: Int) {
        members = try? JSONReader(value)
        id = (try? members?.string("id")) ?? "vector number \(place)"
        kind = try? members?.string("kind")
    }
}

/// The result of one vector.
public enum VectorOutcome: Sendable, Hashable {
    /// The checked values are equal to those of the vector.
    case passed
    /// A checked value differs from that of the vector, or the vector is malformed. The sentence says which value it is.
    case failed(why: String)
    /// There is no check for the kind of the vector.
    case skipped(kind: String)
}

/// The reason why a vector failed, as a sentence.
public struct VectorFailure: Error, Sendable {
    /// A sentence for a person, which names the member that differs.
    public let why: String
    /// Creates a failure.
    /// - Parameter why: a sentence for a person.
    public init(_ why: String) { self.why = why }
}

/// Checks one kind of vector. It calculates the results from the inputs of the vector, and compares them with the expected results in the
/// vector. Labels for people (`reason`, `eth_account_says`) are never read.
public protocol VectorCheck: Sendable {
    /// The `kind` of vectors that this check is for.
    static var kind: String { get }
    /// Creates the check. It has no state, so that one value checks all vectors of its kind.
    init()
    /// Checks a vector. Returns normally if all results are as expected.
    /// - Throws: ``VectorFailure``, or any error of reading a malformed vector. The vector then counts as failed.
    func check(_ vector: JSONReader) throws
}
