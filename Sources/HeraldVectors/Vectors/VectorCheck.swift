import HeraldJSON

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
