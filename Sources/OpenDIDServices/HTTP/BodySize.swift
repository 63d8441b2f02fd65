/// The largest request bodies, in bytes, by their contents. Each endpoint names one of these sizes. The server refuses a larger body before
/// reading it.
package enum BodySize {
    /// The size, in bytes, of request bodies with names, nonces, proofs, or DID documents of at most `DIDDocument.byteLimit` bytes, also in multibase.
    package static let standard = 64 << 10
    /// The size, in bytes, of request bodies with a presentation, or from an operator or another server.
    package static let large = 1 << 20
}
