import OpenDID_DataModel
import Testing

@Suite("Keys of a DID document by URL")
struct DIDDocumentKeysTests {
    @Test("a key is found by its version or without one, and only for its purposes")
    func found() throws {
        let cast = try DocumentsCast()
        let holder = cast.holder
        #expect(holder.keyURL("pin").description == "\(holder.id)?versionId=1#pin")
        for url in [holder.keyURL("pin"), DIDURL(did: holder.id, keyId: "pin")] {
            #expect(try holder.verificationMethod(at: url, for: .authentication).id == "pin")
            #expect(try holder.verificationKey(at: url, for: .assertionMethod) == cast.pin.verificationKey)
            let error = #expect(throws: DataModelError.self) {
                try holder.verificationMethod(at: url, for: .keyAgreement)
            }
            #expect(error?.code == .purpose && error?.field == "keyAgreement")
            #expect(try holder.verificationMethod(at: url).id == "pin")
        }
    }

    @Test("another DID, version or name, or a name that occurs twice, is an error")
    func refused() throws {
        var holder = try DocumentsCast().holder
        func code(_ url: DIDURL) -> DataModelError.Code? {
            #expect(throws: DataModelError.self) { try holder.verificationMethod(at: url, for: .authentication) }?.code
        }
        #expect(code(DIDURL(did: "did:omn:other", keyId: "pin")) == .did)
        #expect(code(DIDURL(did: holder.id, versionId: "2", keyId: "pin")) == .versionId)
        #expect(code(DIDURL(did: holder.id, keyId: "nobody")) == .unknown)
        #expect(code(DIDURL(did: holder.id)) == .unknown)
        holder.verificationMethod.append(holder.verificationMethod[1])
        #expect(code(DIDURL(did: holder.id, keyId: "pin")) == .duplicate)
    }

    @Test("an update's DIDAuth may name the present version or the next one, and no other")
    func update() throws {
        var holder = try DocumentsCast().holder
        holder.versionId = "9"
        func fits(_ version: String) -> Bool {
            let url = DIDURL(did: holder.id, versionId: version, keyId: "pin")
            return (try? holder.verificationMethod(at: url, for: .authentication, versions: .sameOrNext)) != nil
        }
        #expect(["8", "9", "10", "11", "09"].map(fits) == [false, true, true, false, false])
    }

    private enum Outcome: Equatable {
        case key(VerificationKey)
        case refused(DataModelError.Code?)
    }

    @Test(
        "a resolver returns the named version's key, the newest key without a version, and no key of an inactive DID")
    func resolver() async throws {
        var cast = try DocumentsCast()
        let first = cast.holder
        var edit = DIDDocumentEdit(first)
        try edit.replace(DIDKeyEntry(.pin, cast.tasKey.verificationKey))
        try cast.registry.records[first.id]?.update(to: edit.nextVersion(at: DocumentsCast.now))
        func key(_ url: DIDURL, _ rule: DIDStatusRule = .activeOnly) async -> Outcome {
            do {
                return .key(try await cast.registry.verificationKey(at: url, for: .authentication, statuses: rule))
            } catch {
                return .refused((error as? DataModelError)?.code)
            }
        }
        #expect(await key(first.keyURL("pin")) == .key(cast.pin.verificationKey))
        #expect(await key(DIDURL(did: first.id, keyId: "pin")) == .key(cast.tasKey.verificationKey))
        #expect(await key(DIDURL(did: first.id, versionId: "3", keyId: "pin")) == .refused(.unknown))
        #expect(await key(DIDURL(did: "did:omn:nobody", keyId: "pin")) == .refused(.unknown))
        try cast.registry.records[first.id]?.setStatus(.deactivated, at: DocumentsCast.now)
        #expect(await key(first.keyURL("pin")) == .refused(.status))
        #expect(await key(first.keyURL("pin"), .restoring) == .key(cast.pin.verificationKey))
    }
}
