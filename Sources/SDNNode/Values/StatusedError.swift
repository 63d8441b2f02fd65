import SDNWire

/// An error whose HTTP status is not the usual one of its code.
struct StatusedError: Error {
    let status: Int
    let error: MatrixError
}
