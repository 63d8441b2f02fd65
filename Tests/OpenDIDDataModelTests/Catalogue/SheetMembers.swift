import Foundation
import HeraldJSON

/// A member that the sheet names.
struct SheetMember: Equatable {
    let key: String
    /// `nil` where the sheet does not say.
    let isOptional: Bool?
    /// Such as `dt` or `[Proof]`; `nil` where the sheet does not say.
    var type: String?

    /// True if a type that reads this agrees with the sheet.
    func fits(_ schema: Schema) -> Bool {
        guard let type, key != "candidate" else { return true }
        return Self.fits(type, schema)
    }

    private static func fits(_ type: String, _ schema: Schema) -> Bool {
        switch (type, schema) {
        case ("dt", .datetime), ("Bool", .bool): true
        case ("dt", _), ("Bool", _): false
        case ("int", _), ("Int", _): schema.kind == .number
        case (_, .array(let element)): type.hasPrefix("[") && fits(String(type.dropFirst().dropLast()), element)
        case (_, .map(let value)):
            type.hasPrefix("{String:") && fits(type.dropFirst(8).dropLast().trimmingCharacters(in: .whitespaces), value)
        case (_, .enumeration(let name, _)): type == name
        case (_, .object(let object)):
            ("." + object.name).hasSuffix("." + type) || type == "Evidence" || type == "ZKP credential"
        case (_, .bits): type == "VerifyAuthType"
        case (_, .string), (_, .version):
            !type.hasPrefix("[") && Catalogue.object(named: type) == nil && Catalogue.enumeration(named: type) == nil
        case (_, .integer), (_, .bool), (_, .datetime): false
        }
    }
}

/// Reads a cell of members, such as `created, updated: dt M; proof: Proof O`. Every piece has to be understood: one that is not is an
/// error, so that nothing of the sheet is passed over.
enum SheetMembers {
    static func read(_ cell: String, separator: String) throws -> [SheetMember] {
        var text = cell
        // Release 2's additions in parentheses count; other parentheses are explanations.
        for added in cell.matches(of: /\(V2: ([^)]*)\)/) { text += separator + " " + added.output.1 }
        text = text.replacing(/\([^)]*\)/, with: "").replacing("**", with: "").replacing(/\s+/, with: " ")
        var members: [SheetMember] = []
        for piece in text.components(separatedBy: separator).flatMap({ $0.components(separatedBy: ". ") }) {
            for member in try read(piece: piece.trimmingCharacters(in: .whitespaces)) {
                // Said twice, the later word counts: release 2 makes a member optional.
                members.removeAll { $0.key == member.key }
                members.append(member)
            }
        }
        return members
    }

    private static func read(piece: String) throws -> [SheetMember] {
        if piece.isEmpty || piece.hasPrefix("iOS never sends") { return [] }
        let plain = piece.replacing(#/^V2 (adds|\+) /#, with: "").replacing(#/ default \w+$/#, with: "")
        let pattern = /^([@`\w]+(?:, [@`\w]+)*)(?:: (.+?))?(?: `\w+`)?(?: (M|O))?$/
        guard let match = plain.wholeMatch(of: pattern) else {
            throw SheetError(what: "a piece of members is not understood: \(piece)")
        }
        let isOptional = match.output.3.map { $0 == "O" }
        return match.output.1.replacing("`", with: "").components(separatedBy: ", ").map {
            SheetMember(key: $0, isOptional: isOptional, type: match.output.2.map(String.init))
        }
    }
}
