/// The reason why the registry refused a change: a stable code, the affected field and a sentence.
package struct RegistryError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The entry exists with other contents.
        package static let duplicate = Code(rawValue: "duplicate")
        /// The entry does not exist.
        package static let unknown = Code(rawValue: "unknown")
        /// The current status cannot change to the new one.
        package static let transition = Code(rawValue: "transition")
        /// The document is not a valid next version.
        package static let update = Code(rawValue: "update")
        /// The document or schema is invalid.
        package static let document = Code(rawValue: "document")
        /// The signature or the signer's role does not permit the change.
        package static let signature = Code(rawValue: "signature")
    }

    package let code: Code
    package let field: String
    package let reason: String

    package init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    package var description: String { "registry \(code.rawValue) at \(field): \(reason)" }
}
