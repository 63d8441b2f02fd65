import Foundation
import HeraldJSON
import TestSupport
import Testing

/// The table of all types, `docs/opendid-types.md`.
enum TypesDocument {
    struct Count {
        let what: String
        let inText: Int
        let covered: Int
    }

    static func counts(_ sheet: SheetTypes) -> [Count] {
        let objects = sheet.types.map { ($0, Catalogue.object(named: $0.name)) }
        let properties = objects.reduce(0) { sum, pair in
            sum + pair.0.members.count { member in pair.1?.schema[member.key] != nil }
        }
        let enumerations = sheet.enumerations.map { ($0, Catalogue.enumeration(named: $0.name)) }
        let cases = enumerations.reduce(0) { sum, pair in
            sum + pair.0.cases.count { wanted in pair.1?.cases.contains { $0.raw == wanted.raw } ?? false }
        }
        let declarations = sheet.others.filter { $0.section != "4.3" }
        return [
            Count(
                what: "types", inText: objects.count + enumerations.count + declarations.count,
                covered: objects.count { $0.1 != nil } + enumerations.count { $0.1 != nil }
                    + declarations.count { wanted in Catalogue.others.contains { $0.name == wanted.name } }),
            Count(what: "properties", inText: sheet.types.reduce(0) { $0 + $1.members.count }, covered: properties),
            Count(
                what: "enumeration cases", inText: sheet.enumerations.reduce(0) { $0 + $1.cases.count }, covered: cases),
        ]
    }

    static func check(_ sheet: SheetTypes) throws {
        let file = PackageFiles.url("docs/opendid-types.md")
        let text = try text(sheet)
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let found = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        #expect(found == text, "stale: HERALD_WRITE_DOCS=1 swift test --filter CatalogueTests writes it anew")
    }

    private static func text(_ sheet: SheetTypes) throws -> String {
        var lines = [
            "# Types of OpenDID_DataModel", "",
            "This page is generated from the types by `HERALD_WRITE_DOCS=1 swift test --filter CatalogueTests`. A test fails if it is stale.",
            "Sections are those of the OpenDID sheet. A property that may be absent has a question mark.", "",
            "| | In the sheet | Covered |", "| --- | --- | --- |",
        ]
        lines += counts(sheet).map { "| \($0.what) | \($0.inText) | \($0.covered) |" }
        lines += ["", "## Objects", "", "| Section | Type | Properties | Tests |", "| --- | --- | --- | --- |"]
        let uses = try DeclarationFiles()
        for entry in Catalogue.objects {
            let members = entry.schema.members.map { "`\($0.key)`" + ($0.isOptional ? "?" : "") }
            let list = members.isEmpty ? "none" : members.joined(separator: ", ")
            let tests = [uses.file(naming: entry.name), "RoundTripTests", "DecodeErrorTests"].compactMap(\.self)
            lines.append("| \(entry.section) | `\(entry.name)` | \(list) | \(tests.joined(separator: ", ")) |")
        }
        lines += [
            "", "## Enumerations", "", "| Section | Type | Cases, with their values on the wire | Tests |",
            "| --- | --- | --- | --- |",
        ]
        for entry in Catalogue.enumerations {
            let cases = entry.cases.map { "`\($0.name)` \(wire($0.raw))" }.joined(separator: ", ")
            let tests = [uses.file(naming: entry.name), entry.tests].compactMap(\.self).joined(separator: ", ")
            lines.append("| \(entry.section) | `\(entry.name)` | \(cases) | \(tests) |")
        }
        lines += ["", "## Wrappers and protocols", "", "| Section | Type | Tests |", "| --- | --- | --- |"]
        for entry in Catalogue.others {
            let tests = entry.section == "4.7" ? "WrapperTests, RoundTripTests" : "ProtocolDeclarations"
            lines.append("| \(entry.section) | `\(entry.name)` | \(tests) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func wire(_ raw: JSONValue) -> String {
        "`" + String(decoding: raw.serialized(), as: UTF8.self) + "`"
    }
}

/// Which file of `Declarations/` uses a type.
private struct DeclarationFiles {
    private var texts: [(name: String, text: String)] = []

    init() throws {
        let folder = PackageFiles.url("Tests/OpenDIDDataModelTests/Declarations")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files.sorted(by: { $0.path < $1.path }) {
            texts.append(
                (file.deletingPathExtension().lastPathComponent, try String(contentsOf: file, encoding: .utf8)))
        }
    }

    func file(naming type: String) -> String? {
        let uses = ["= \(type)(", "(\(type).", type]
        let found = uses.lazy.compactMap { use in texts.first { $0.text.contains(use) } }.first
        return found.map { "Declarations/" + $0.name }
    }
}
