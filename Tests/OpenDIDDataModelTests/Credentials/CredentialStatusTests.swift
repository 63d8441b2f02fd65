import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("The status of a credential")
struct CredentialStatusTests {
    @Test("a revoked credential stays revoked, and active and inactive can change into each other")
    func transitions() {
        let allowed: Set<[VCStatusEnum]> = [
            [.ACTIVE, .INACTIVE], [.ACTIVE, .REVOKED], [.INACTIVE, .ACTIVE], [.INACTIVE, .REVOKED],
        ]
        for from in VCStatusEnum.allCases {
            for next in VCStatusEnum.allCases { #expect(from.canBecome(next) == allowed.contains([from, next])) }
        }
    }

    @Test("a registry entry takes its data from the credential, and changes its status by the rules")
    func meta() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        var meta = VCMeta(of: credential, certVcRef: "http://127.0.0.1:8091/issuer/api/v1/certificate-vc")
        #expect(meta.status == .ACTIVE && meta.issuer.did == credential.issuer.id && meta.subject == cast.holder.id)
        #expect(meta.validity == credential.validity && meta.mismatches(with: credential).isEmpty)
        try meta.setStatus(.INACTIVE)
        try meta.setStatus(.REVOKED)
        let error = #expect(throws: DataModelError.self) { try meta.setStatus(.ACTIVE) }
        #expect(error?.code == .transition && meta.status == .REVOKED)
        let text = try MultibaseEnvelope.seal(meta, as: .base64)
        #expect(try MultibaseEnvelope.open(text, as: VCMeta.self, field: "vcMeta").value == meta)
    }

    @Test("an entry of another credential is detected")
    func mismatch() async throws {
        var cast = try DocumentsCast()
        let credential = try await cast.credential()
        let other = try await cast.credential(id: "2", other: true, schema: "http://127.0.0.1/other")
        let meta = VCMeta(of: other, certVcRef: "http://127.0.0.1")
        #expect(meta.mismatches(with: credential).map(\.field) == ["id", "issuer.did", "credentialSchema.id"])
    }
}
