import OpenDID_DataModel
import Testing

@Suite("A key's authType is that of the newest version")
struct CurrentAuthTypeTests {
    @Test("a key that was once for biometrics does not count as such")
    func changed() async throws {
        let cast = try Cast()
        var newer = cast.holder.document
        newer.versionId = "2"
        for index in newer.verificationMethod.indices where newer.verificationMethod[index].id == "bio" {
            newer.verificationMethod[index].authType = .pin
        }
        var registry = cast.registry
        registry.entries.append(ResolvedDID(document: newer, status: .activated))
        let credential = try await Samples(cast: cast).credential().signed(by: cast.issuer.request("assert"))
        let presentation = try await Samples(cast: cast).presentation([credential]).signed(by: [
            cast.holder.request("bio")
        ])
        let policy = VerificationPolicy.standard(for: .presentation).adding([AuthenticationRule(.bio)])
        #expect(try await policy.verify(presentation, at: Cast.now, resolver: cast.registry).isValid)
        #expect(try await policy.verify(presentation, at: Cast.now, resolver: registry).codes == [.authentication])
    }
}
