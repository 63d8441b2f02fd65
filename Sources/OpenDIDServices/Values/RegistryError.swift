/// Why the registry did not take something: a stable code, what it concerns and a sentence for a person.
package struct RegistryError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// It is there already, with other contents.
        package static let duplicate = Code(rawValue: "duplicate")
        /// It is not there.
        package static let unknown = Code(rawValue: "unknown")
        /// The status cannot follow the present one.
        package static let transition = Code(rawValue: "transition")
        /// The document cannot be the next version.
        package static let update = Code(rawValue: "update")
        /// The document breaks a rule of its own.
        package static let document = Code(rawValue: "document")
        /// The envelope is not signed by the controller as it has to be.
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
