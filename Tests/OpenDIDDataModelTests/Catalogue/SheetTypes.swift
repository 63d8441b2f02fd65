import Foundation
import HeraldJSON

/// A type that the sheet names, with its members.
struct SheetType: Sendable {
    let section: String
    let name: String
    var members: [SheetMember]
}

/// An enumeration that the sheet names, with what is on the wire and, where the sheet says it, the case's name.
struct SheetEnumeration: Sendable {
    let section: String
    let name: String
    let cases: [(name: String?, raw: JSONValue)]
}

/// Section 4 of the sheet, read from its tables.
struct SheetTypes: Sendable {
    private(set) var types: [SheetType] = []
    private(set) var enumerations: [SheetEnumeration] = []
    private(set) var others: [(section: String, name: String)] = []

    init(_ text: String) throws {
        for section in ["4.1", "4.2", "4.4"] { try readObjects(section, text) }
        try readMessages(text)
        try readIntegers(text)
        try readStrings(text)
        others += try SheetFile.rows(of: "4.7", in: text).map { ("4.7", $0[0]) }
        for row in try SheetFile.rows(of: "4.8", in: text) {
            others += row[0].components(separatedBy: " / ").map { ("4.8", $0.components(separatedBy: ":")[0]) }
        }
    }

    private mutating func readObjects(_ section: String, _ text: String) throws {
        var owner = ""
        for row in try SheetFile.rows(of: section, in: text) {
            guard row.count == 2 else { throw SheetError(what: "a row of \(section) has \(row.count) cells") }
            var name = row[0].replacing(#/ \((not in seed|V2|named, not defined in seed)\)$/#, with: "")
            if name.hasPrefix("…") {
                name = owner + "." + name.dropFirst()
            } else if let full = name.firstMatch(of: /\(([\w.]+)\)$/) {
                name = String(full.output.1)
            } else {
                owner = name == "DIDDocument.VerificationMethod" || name == "DIDDocument.Service" ? owner : name
            }
            try add(section, name, row[1], text)
        }
    }

    private mutating func add(_ section: String, _ name: String, _ cell: String, _ text: String) throws {
        if let only = cell.firstMatch(of: /^enum over `type`; only case (\w+)\./) {
            let raw =
                try SheetFile.rows(of: "4.6", in: text).first { $0[0] == "EvidenceType" }?[1].replacing("`", with: "")
                ?? ""
            enumerations.append(
                SheetEnumeration(section: section, name: name, cases: [(String(only.output.1), .string(raw))]))
        } else if cell == "see 3.6" {
            let rows = try SheetFile.rows(of: "3.6", in: text)
            let keys = rows.flatMap { $0[0].components(separatedBy: ", ") }
            types.append(
                SheetType(section: section, name: name, members: keys.map { SheetMember(key: $0, isOptional: nil) }))
        } else if let like = cell.firstMatch(of: /^as (\w+) \+ (.*)$/) {
            guard let model = types.first(where: { $0.name == like.output.1 }) else {
                throw SheetError(what: "\(name) is like nothing")
            }
            let added = try SheetMembers.read(String(like.output.2), separator: ";")
            types.append(SheetType(section: section, name: name, members: model.members + added))
        } else if let rest = cell.firstMatch(of: /^same outer members, type `\w+`; (.*)$/) {
            guard let model = types.first(where: { $0.name == "IssueProfile" }) else {
                throw SheetError(what: "\(name) is like nothing")
            }
            let other = try SheetMembers.read(String(rest.output.1), separator: ";")
            let members = model.members.filter { member in !other.contains { $0.key == member.key } } + other
            types.append(SheetType(section: section, name: name, members: members))
        } else {
            types.append(SheetType(section: section, name: name, members: try SheetMembers.read(cell, separator: ";")))
            // A type spelt out inside a cell (OpenDID sheet 4.9, #18 names it).
            for inner in cell.matches(of: /(\w+): \{`(\w+)`:/) where inner.output.1 == "candidate" {
                let member = SheetMember(key: String(inner.output.2), isOptional: nil)
                types.append(SheetType(section: section, name: name + ".Ciphers", members: [member]))
            }
        }
    }

    private mutating func readMessages(_ text: String) throws {
        for row in try SheetFile.rows(of: "4.3", in: text) {
            guard row.count == 3 else { throw SheetError(what: "a row of 4.3 has \(row.count) cells") }
            var request: String? = row[0].components(separatedBy: " ")[0]
            var response = request.map { "_" + $0 }
            if let named = row[0].firstMatch(of: /iOS name (\w+), response (_\w+)-like/) {
                (request, response) = (String(named.output.1), String(named.output.2))
            } else if row[0].hasPrefix("(") {
                (request, response) = (nil, nil)
            }
            try addMessage(request, row[1])
            try addMessage(response, row[2])
        }
    }

    private mutating func addMessage(_ name: String?, _ cell: String) throws {
        if let bare = cell.firstMatch(of: /^(?:bare|body =) (\w+)$/) {
            // The document itself; 4.4 has its members.
            others.append((section: "4.3", name: String(bare.output.1)))
        } else if let name {
            let members = cell == "empty object" ? [] : try SheetMembers.read(cell, separator: ",")
            types.append(SheetType(section: "4.3", name: name, members: members))
        } else {
            throw SheetError(what: "a message without name has members")
        }
    }

    private mutating func readIntegers(_ text: String) throws {
        for row in try SheetFile.rows(of: "4.5", in: text) {
            let name = row[0].components(separatedBy: " ")[0]
            var cases: [(name: String?, raw: JSONValue)] = []
            var listed = row[1].replacing(/\([^)]*\)/, with: "")
            if let end = listed.firstIndex(of: ".") { listed = String(listed[..<end]) }
            for piece in listed.replacing(", and ", with: ", and: ").components(separatedBy: ",") {
                for (place, part) in piece.components(separatedBy: "…").enumerated() {
                    let words = part.replacing(":", with: "").split(separator: " ").map(String.init)
                    guard words.count == 2, let raw = Self.integer(words[1]) else {
                        throw SheetError(what: "a case of \(name) is not understood: \(part)")
                    }
                    if place > 0, let last = cases.last?.raw.intValue, last + 1 < raw {
                        for between in (last + 1)..<raw { cases.append((nil, .int(between))) }
                    }
                    cases.append((words[0], .int(raw)))
                }
            }
            enumerations.append(SheetEnumeration(section: "4.5", name: name, cases: cases))
        }
    }

    private static func integer(_ text: String) -> Int64? {
        text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    }

    private mutating func readStrings(_ text: String) throws {
        let names = ["VC": "VCStatusEnum", "payloadType": "PayloadTypeEnum"]
        for row in try SheetFile.rows(of: "4.6", in: text) {
            let first = row[0].components(separatedBy: " ")[0]
            let cases = row[1].matches(of: /`([^`]+)`(?: \(case (\w+)\))?/).map { match in
                (name: match.output.2.map(String.init), raw: JSONValue.string(String(match.output.1)))
            }
            guard !cases.isEmpty else { throw SheetError(what: "\(first) has no raw values") }
            enumerations.append(SheetEnumeration(section: "4.6", name: names[first] ?? first, cases: cases))
        }
    }
}
