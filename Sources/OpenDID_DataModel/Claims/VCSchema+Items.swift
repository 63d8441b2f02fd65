import HeraldKeys

extension VCSchema {
    /// The value of the member `@schema` in every schema.
    public static let standardSchema = "https://opendid.org/schema/vc.osd"

    /// A claim that the schema defines, with its full code.
    public struct Item: Sendable, Hashable {
        /// The namespace's id, a dot and the item's id, such as `org.opendid.v1.role`.
        public let code: String
        /// The definition in the schema.
        public let definition: ClaimDef
        /// The place of the namespace among the schema's namespaces, and the place of the item in it.
        let place: Place

        struct Place: Sendable, Hashable {
            let group: Int
            let index: Int
        }

        /// The path of the definition, such as `credentialSubject.claims[0].items[2]`.
        public var field: String { "credentialSubject.claims[\(place.group)].items[\(place.index)]" }

        /// True if every credential must have the claim. Defaults to true.
        public var isRequired: Bool { definition.required ?? true }
        /// The place of the value. Defaults to `inline`.
        public var location: Location { definition.location ?? .inline }
    }

    /// All claims that the schema defines, in the order of the schema.
    public var items: [Item] {
        credentialSubject.claims.enumerated().flatMap { group, claims in
            claims.items.enumerated().map { index, definition in
                Item(
                    code: "\(claims.namespace.id).\(definition.id)", definition: definition,
                    place: Item.Place(group: group, index: index))
            }
        }
    }

    /// Returns the faults of the schema (OpenDID sheet 3.5), or an empty array.
    public func validationErrors() -> [DataModelError] {
        var errors: [DataModelError] = []
        if id.isEmpty { errors.append(DataModelError(.missing, field: "@id", reason: "the schema's URL expected")) }
        if schema != Self.standardSchema {
            errors.append(DataModelError(.invalidValue, field: "@schema", reason: "\(Self.standardSchema) expected"))
        }
        var codes: Set<String> = []
        for (index, claims) in credentialSubject.claims.enumerated() where claims.namespace.id.isEmpty {
            errors.append(
                DataModelError(
                    .missing, field: "credentialSubject.claims[\(index)].namespace.id",
                    reason: "a namespace's id expected"))
        }
        for item in items {
            if item.definition.id.isEmpty {
                errors.append(DataModelError(.missing, field: item.field + ".id", reason: "an item's id expected"))
            }
            if !codes.insert(item.code).inserted {
                errors.append(
                    DataModelError(.duplicate, field: item.field + ".id", reason: "an earlier item has this code"))
            }
            if !item.definition.type.formats.contains(item.definition.format) {
                errors.append(
                    DataModelError(
                        .invalidValue, field: item.field + ".format",
                        reason:
                            "\(item.definition.format.rawValue) is not a format of type \(item.definition.type.rawValue)"
                    ))
            }
        }
        if codes.isEmpty {
            errors.append(DataModelError(.missing, field: "credentialSubject.claims", reason: "a schema needs a claim"))
        }
        return errors
    }
}

extension IssueProfile.Profile.CredentialSchema {
    /// Returns the schema that is embedded in a profile, or `nil` if there is none.
    /// - Throws: `DataModelError` with code `invalidValue` if the schema cannot be read or has another id than the profile states.
    public func openSchema() throws(DataModelError) -> VCSchema? { try VCSchema(embedded: value, id: id) }
}

extension VerifyProfile.Profile.ProfileFilter.CredentialSchema {
    /// Returns the schema that is embedded in a profile, or `nil` if there is none.
    /// - Throws: `DataModelError` with code `invalidValue` if the schema cannot be read or has another id than the profile states.
    public func openSchema() throws(DataModelError) -> VCSchema? { try VCSchema(embedded: value, id: id) }
}

extension VCSchema {
    fileprivate init?(embedded text: String?, id: String) throws(DataModelError) {
        guard let text else { return nil }
        let schema = try MultibaseEnvelope.open(text, as: VCSchema.self, field: "value").value
        guard schema.id == id else {
            throw DataModelError(.invalidValue, field: "value.@id", reason: "the embedded schema has another id")
        }
        self = schema
    }
}
