import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("The types of the sheet's section 4 are complete")
struct CatalogueTests {
    let sheet: SheetTypes

    private static let read = Result { try SheetTypes(SheetFile.text()) }

    init() throws { sheet = try Self.read.get() }

    /// The members for which this module differs from a table's M and O on purpose.
    private static let otherwise: [String: Bool] = [
        // Release 2 of the protocol sends one of two; decoding requires one (OpenDID sheet 4.3).
        "RetrieveKyc.kycTxId": true,
        // OpenDID sheet 5.11: a trust agent of the first release answers with the transaction alone.
        "_ProposeUpdateDidDoc.authNonce": true,
        // OpenDID sheet 4.9, #36: the table has it without mark, "spec: O" beside it.
        "RequestVerify.txId": true,
        // OpenDID sheet 4.9, #25: "validUntil M (spec O)"; only type and mode are required.
        "VerifyOfferPayload.validUntil": true,
        "VerifyOfferPayload.offerId": true,
    ]

    @Test("every type and member of the tables exists, is required if the sheet says so, and no type has more")
    func types() {
        for type in sheet.types {
            guard let entry = Catalogue.object(named: type.name) else {
                Issue.record("section \(type.section): \(type.name) is missing")
                continue
            }
            #expect(entry.section == type.section, "\(type.name)")
            #expect(Set(entry.schema.members.map(\.key)) == Set(type.members.map(\.key)), "members of \(type.name)")
            for member in type.members {
                guard let own = entry.schema[member.key] else { continue }
                #expect(
                    member.fits(own.schema),
                    "\(type.name).\(member.key) is \(own.schema), the sheet says \(member.type ?? "")")
                // 4.3 marks optional members only.
                let marked = member.isOptional ?? (type.section == "4.3" ? false : nil)
                if let expected = Self.otherwise["\(type.name).\(member.key)"] ?? marked {
                    #expect(own.isOptional == expected, "\(type.name).\(member.key)")
                }
            }
        }
    }

    @Test("every enumeration exists with its raw values and named cases, and none has more")
    func enumerations() {
        for enumeration in sheet.enumerations {
            guard let entry = Catalogue.enumeration(named: enumeration.name) else {
                Issue.record("section \(enumeration.section): \(enumeration.name) is missing")
                continue
            }
            #expect(entry.section == enumeration.section, "\(enumeration.name)")
            #expect(Set(entry.cases.map(\.raw)) == Set(enumeration.cases.map(\.raw)), "\(enumeration.name)")
            for (name, raw) in enumeration.cases {
                guard let name else { continue }
                #expect(entry.cases.contains { $0.name == name && $0.raw == raw }, "\(enumeration.name).\(name)")
            }
        }
    }

    @Test("every wrapper and protocol exists")
    func others() {
        for (section, name) in sheet.others {
            let isThere = Catalogue.others.contains { $0.name == name } || Catalogue.object(named: name) != nil
            #expect(isThere, "section \(section): \(name)")
        }
    }

    @Test("the declarations use every property of each type")
    func declarations() {
        let declarations = Declarations()
        for entry in Catalogue.objects {
            let used = declarations.properties[ObjectIdentifier(entry.type)]
            #expect(used == entry.schema.members.count || entry.schema.members.isEmpty, "\(entry.name)")
        }
        #expect(Catalogue.objects.count == Catalogue.objectTypes.flatMap(\.types).count, "every type can be probed")
    }

    @Test("a doc comment resolves every discrepancy of the original text")
    func discrepancies() throws {
        let numbers = try Set(SheetFile.rows(of: "4.9", in: SheetFile.text()).map { $0[0] })
        let told = try SheetFile.commentedNumbers(under: "Sources/OpenDIDModel")
        #expect(numbers.subtracting(told).isEmpty, "OpenDID sheet 4.9")
        #expect(numbers.count > 30)
    }

    @Test("the counts in the specification's text equal the number of covered types")
    func counts() {
        let counts = TypesDocument.counts(sheet)
        for count in counts {
            print("\(count.what): \(count.inText) in the text, \(count.covered) covered")
            #expect(count.inText == count.covered, "\(count.what)")
            #expect(count.inText > 0)
        }
    }

    @Test("docs/opendid-types.md is what HERALD_WRITE_DOCS=1 writes")
    func document() throws {
        try TypesDocument.check(sheet)
    }
}
