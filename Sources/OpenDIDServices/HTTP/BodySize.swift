/// How long the body of a request may be, in bytes, by what it carries. Each endpoint says which one it takes; the front refuses longer ones
/// before it reads them.
package enum BodySize {
    /// Names, nonces, proofs, and DID documents of at most `DIDDocument.byteLimit` bytes, in multibase too.
    package static let standard = 64 << 10
    /// A presentation, or what an operator or another server sends.
    package static let large = 1 << 20
}
