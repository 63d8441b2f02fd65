import HeraldJSON
import OpenDID_DataModel

/// Every type of the sheet's section 4, as this module has it.
enum Catalogue {
    static let objects: [ObjectEntry] = {
        var entries: [ObjectEntry] = []
        for (section, types) in objectTypes {
            for type in types {
                // A type that cannot be probed has no entry, and the comparison with the sheet misses it.
                guard let schema = try? SchemaProbe.object(type) else { continue }
                entries.append(ObjectEntry(section: section, type: type, schema: schema))
            }
        }
        return entries
    }()

    static let enumerations: [EnumerationEntry] = [
        EnumerationEntry(
            "4.1", "VerifiableCredential.Evidence", [("documentVerification", .string("DocumentVerification"))],
            tests: "RoundTripTests"),
        EnumerationEntry("4.5", AuthType.self),
        EnumerationEntry(
            "4.5", "VerifyAuthType",
            [
                ("free", .int(Int64(VerifyAuthType.free.rawValue))), ("pin", .int(Int64(VerifyAuthType.pin.rawValue))),
                ("bio", .int(Int64(VerifyAuthType.bio.rawValue))), ("and", .int(Int64(VerifyAuthType.and.rawValue))),
            ], tests: "VerifyAuthTypeTests"),
        EnumerationEntry("4.5", WalletTokenPurposeEnum.self),
        EnumerationEntry("4.5", ServerTokenPurposeEnum.self),
        EnumerationEntry("4.5", DidDocumentType.self),
        EnumerationEntry("4.6", DIDKeyType.self),
        EnumerationEntry("4.6", DIDServiceType.self),
        EnumerationEntry("4.6", ProofPurpose.self),
        EnumerationEntry("4.6", ProofType.self),
        EnumerationEntry("4.6", Presence.self),
        EnumerationEntry("4.6", EvidenceType.self),
        EnumerationEntry("4.6", ProfileType.self),
        EnumerationEntry("4.6", LogoImageType.self),
        EnumerationEntry("4.6", ClaimType.self),
        EnumerationEntry("4.6", ClaimFormat.self),
        EnumerationEntry("4.6", Location.self),
        EnumerationEntry("4.6", SymmetricPaddingType.self),
        EnumerationEntry("4.6", SymmetricCipherType.self),
        EnumerationEntry("4.6", AlgorithmType.self),
        EnumerationEntry("4.6", CredentialSchemaType.self),
        EnumerationEntry("4.6", EllipticCurveType.self),
        EnumerationEntry("4.6", RoleTypeEnum.self),
        EnumerationEntry("4.6", OfferTypeEnum.self),
        EnumerationEntry("4.6", PresentModeEnum.self),
        EnumerationEntry("4.6", VCStatusEnum.self),
        EnumerationEntry("4.6", PayloadTypeEnum.self),
        EnumerationEntry("5.2", EmailTemplateEnum.self),
    ]

    /// Wrappers and protocols; naming their types here is what makes them be there.
    static let others: [(section: String, name: String, type: Any.Type)] = [
        ("4.7", "UTCDatetime", UTCDatetime<String>.self), ("4.7", "DIDVersionId", DIDVersionId.self),
        ("4.8", "Jsonable", (any Jsonable).self), ("4.8", "ProofProtocol", (any ProofProtocol).self),
        ("4.8", "ProofContainer", (any ProofContainer).self), ("4.8", "ProofsContainer", (any ProofsContainer).self),
        ("4.8", "ConvertibleToAlgorithmType", (any ConvertibleToAlgorithmType).self),
        ("4.8", "ConvertibleFromAlgorithmType", (any ConvertibleFromAlgorithmType).self),
        ("4.8", "AlgorithmTypeConvertible", (any AlgorithmTypeConvertible).self),
    ]

    /// Names of the sheet for types that Swift calls otherwise.
    private static let otherNames: [String: Any.Type] = [
        "VerifiableCredential.Internationalization": VerifiableCredential.Internationalization.self,
        "Option": VCPlan.Option.self,
    ]

    static func object(named name: String) -> ObjectEntry? {
        if let type = otherNames[name] { return objects.first { ObjectIdentifier($0.type) == ObjectIdentifier(type) } }
        return objects.first { $0.name == name }
    }

    static func enumeration(named name: String) -> EnumerationEntry? { enumerations.first { $0.name == name } }
}

/// An enumeration or option set, with its cases and what they are on the wire.
struct EnumerationEntry: Sendable {
    let section: String
    let name: String
    let cases: [(name: String, raw: JSONValue)]
    /// Decodes a value on its own; `nil` for what has no raw values.
    let decode: (@Sendable (JSONValue) -> JSONError?)?

    /// The suite that reads it, beside the declarations.
    let tests: String

    init(
        _ section: String, _ name: String, _ cases: [(String, JSONValue)], tests: String,
        decode: (@Sendable (JSONValue) -> JSONError?)? = nil
    ) {
        self.tests = tests
        self.decode = decode
        self.section = section
        self.name = name
        self.cases = cases.map { (name: $0.0, raw: $0.1) }
    }

    init<E: CaseIterable & RawRepresentable & Decodable & SendableMetatype>(_ section: String, _ type: E.Type) {
        let raws = SchemaProbe.cases(of: type).0
        let cases = zip(E.allCases, raws).map { ("\($0)", $1) }
        self.init(section, SchemaProbe.name(of: type), cases, tests: "DecodeErrorTests") { value in
            do throws(JSONError) {
                _ = try JSONModelDecoder().decode(E.self, from: value)
                return nil
            } catch {
                return error
            }
        }
    }
}
