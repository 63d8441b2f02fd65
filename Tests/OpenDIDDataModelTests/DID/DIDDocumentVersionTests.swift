import HeraldP256
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Versions of a DID document")
struct DIDDocumentVersionTests {
    private func key(_ name: String, _ purposes: [ProofPurpose]) -> DIDKeyEntry {
        DIDKeyEntry(id: name, key: .p256(P256PrivateKey().publicKey), purposes: purposes, authType: .free)
    }

    @Test("an edit makes the next version and changes only keys, services, number and date")
    func next() throws {
        let holder = try DocumentsCast().holder
        var edit = DIDDocumentEdit(holder)
        #expect(!edit.hasChanges)
        try edit.removeKey(named: "bio")
        try edit.add(key("spare", [.authentication]))
        try edit.add(DIDDocument.Service(id: "web", type: .linkedDomains, serviceEndpoint: ["https://example.org"]))
        let second = try edit.nextVersion(at: DocumentsCast.now)
        #expect(second.versionId == "2" && second.updated == DocumentsCast.now.text && second.created == holder.created)
        #expect(second.assertionMethod == ["pin"] && second.authentication == ["pin", "spare"])
        #expect(second.verificationMethod.map(\.id) == ["keyagree", "pin", "spare"])
        #expect(second.updateFaults(after: holder, requested: holder.id).isEmpty)
        edit.reset()
        #expect(!edit.hasChanges)
    }

    @Test("a replaced key keeps its place and gets the new entry's purposes")
    func replace() throws {
        let holder = try DocumentsCast().holder
        var edit = DIDDocumentEdit(holder)
        try edit.replace(key("pin", [.authentication, .capabilityInvocation]))
        let next = try edit.nextVersion(at: DocumentsCast.now)
        #expect(next.verificationMethod.map(\.id) == holder.verificationMethod.map(\.id))
        #expect(next.verificationMethod[1].publicKeyMultibase != holder.verificationMethod[1].publicKeyMultibase)
        #expect(
            next.assertionMethod == ["bio"] && next.authentication == ["pin", "bio"]
                && next.capabilityInvocation == ["pin"])
    }

    @Test("names that are taken or unknown are refused, and nothing changes")
    func names() throws {
        var edit = DIDDocumentEdit(try DocumentsCast().holder)
        #expect(
            throws: DataModelError(
                .duplicate, field: "verificationMethod", reason: "a key of this name exists already")
        ) {
            try edit.add(key("pin", []))
        }
        #expect(throws: DataModelError(.unknown, field: "verificationMethod", reason: "there is no key of this name")) {
            try edit.removeKey(named: "x")
        }
        #expect(throws: DataModelError.self) { try edit.replace(key("x", [])) }
        #expect(throws: DataModelError.self) { try edit.removeService(named: "x") }
        let service = DIDDocument.Service(id: "s", type: .linkedDomains, serviceEndpoint: ["https://a"])
        try edit.add(service)
        #expect(throws: DataModelError.self) { try edit.add(service) }
        try edit.removeService(named: "s")
        #expect(edit.draft.service == nil && !edit.hasChanges)
    }

    @Test("there is no new version without a change, or with a time that is not later")
    func refused() throws {
        let holder = try DocumentsCast().holder
        var edit = DIDDocumentEdit(holder)
        #expect(throws: DataModelError.self) { try edit.nextVersion(at: DocumentsCast.now) }
        try edit.removeKey(named: "bio")
        let error = #expect(throws: DataModelError.self) { try edit.nextVersion(at: UTCInstant(holder.updated)) }
        #expect(error?.code == .update && error?.field == "updated")
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let fault: DIDUpdateFault
        let code: String
        let make: @Sendable (inout DIDDocument) -> Void
        var testDescription: String { code }
    }

    static let changes: [Change] = [
        Change(fault: .version, code: "SSRVTRA12009") { $0.versionId = "3" },
        Change(fault: .version, code: "SSRVTRA12009") { $0.versionId = "1" },
        Change(fault: .version, code: "SSRVTRA12009") { $0.versionId = "02" },
        Change(fault: .updated, code: "SSRVTRA18006") { $0.updated = $0.created },
        Change(fault: .updated, code: "SSRVTRA18006") { $0.updated = "soon" },
        Change(fault: .context, code: "SSRVTRA18007") { $0.context.append("https://example.org") },
        Change(fault: .controller, code: "SSRVTRA18009") { $0.controller = "did:omn:other" },
        Change(fault: .created, code: "SSRVTRA18014") { $0.created = "2020-01-01T00:00:00Z" },
        Change(fault: .created, code: "SSRVTRA18014") { $0.created = "once" },
        Change(fault: .deactivated, code: "SSRVTRA18015") { $0.deactivated = true },
    ]

    @Test("a change that an update may not make has the trust agent's error code", arguments: changes)
    func faults(_ change: Change) throws {
        let holder = try DocumentsCast().holder
        var next = holder
        next.versionId = "2"
        next.updated = DocumentsCast.now.text
        #expect(next.updateFaults(after: holder).isEmpty)
        change.make(&next)
        #expect(next.updateFaults(after: holder) == [change.fault])
        #expect(change.fault.tasCode == change.code)
        let error = #expect(throws: DataModelError.self) { try next.checkUpdate(of: holder) }
        #expect(error?.code == .update && error?.field == change.fault.field)
    }

    @Test("a document of another DID is refused before any other check")
    func otherDID() throws {
        let cast = try DocumentsCast()
        var next = cast.issuer
        next.versionId = "2"
        next.updated = DocumentsCast.now.text
        #expect(next.updateFaults(after: cast.holder, requested: cast.holder.id) == [.otherThanRequested, .id])
        #expect(
            DIDUpdateFault.otherThanRequested.tasCode == "SSRVTRA18018" && DIDUpdateFault.id.tasCode == "SSRVTRA18008")
    }

    @Test("created is compared as a point in time, and the version as a number")
    func moments() throws {
        var holder = try DocumentsCast().holder
        holder.versionId = "9"
        var next = holder
        next.versionId = "10"
        next.updated = DocumentsCast.now.text
        next.created = UTCInstant(seconds: DocumentsCast.now.seconds - 86_400).text(fractionDigits: 6)
        #expect(next.created != holder.created && next.updateFaults(after: holder).isEmpty)
    }

    @Test(
        "any series of edits gives valid versions, each of which follows the one before",
        arguments: 1...10 as ClosedRange<UInt64>)
    func series(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let first = try DocumentsCast(seed: seed).holder
        var record = try DIDRecord(registering: first)
        let spare = (0..<4).map { key("k\($0)", ProofPurpose.allCases.filter { _ in Bool.random(using: &random) }) }
        for step in 1...12 {
            var edit = DIDDocumentEdit(record.newest)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let entry = spare[Int.random(in: 0..<spare.count, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: try? edit.add(entry)
                case 1: try? edit.removeKey(named: entry.id)
                default: try? edit.replace(key(entry.id, [.keyAgreement]))
                }
            }
            guard edit.hasChanges else { continue }
            let next = try edit.nextVersion(at: DocumentsCast.now.advanced(by: .seconds(Int64(step))))
            try record.update(to: next)
            #expect(record.newest == next && next.validationErrors().isEmpty)
            #expect(record.resolve(versionId: next.versionId)?.document == next)
        }
        #expect(record.versions.map(\.versionId) == (1...record.versions.count).map { "\($0)" })
        #expect(record.resolve(versionId: "1")?.document == first)
    }

    @Test("a record refuses new versions of an inactive DID, and its newest document shows the status")
    func record() throws {
        let holder = try DocumentsCast().holder
        var record = try DIDRecord(registering: holder)
        var edit = DIDDocumentEdit(holder)
        try edit.removeKey(named: "bio")
        let next = try edit.nextVersion(at: DocumentsCast.now)
        try record.setStatus(.deactivated, at: DocumentsCast.now)
        #expect(record.newest.deactivated && record.newest.versionId == "1" && record.resolve()?.status == .deactivated)
        #expect(throws: DataModelError.self) { try record.update(to: next) }
        try record.setStatus(.activated, at: DocumentsCast.now)
        #expect(record.newest == holder)
        try record.update(to: next)
        #expect(throws: DataModelError.self) { try record.update(to: next) }
        #expect(throws: DataModelError.self) { try record.setStatus(.terminated, at: DocumentsCast.now) }
        try record.setStatus(.revoked, at: DocumentsCast.now)
        #expect(record.resolve(versionId: "1")?.status == .revoked && record.resolve(versionId: "3") == nil)
        try record.setStatus(.terminated, at: DocumentsCast.now)
        #expect(record.terminated == DocumentsCast.now)
    }

    @Test("a later version cannot be registered as the first one")
    func registerLater() throws {
        var document = try DocumentsCast().holder
        document.versionId = "2"
        #expect(throws: DataModelError.self) { try DIDRecord(registering: document) }
    }
}
