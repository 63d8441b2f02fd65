import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The step that issues a credential for an offer.
extension Demo {
    static func issueCredential(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let holder = try demo.credentialHolder()
        demo.trace.begin("M210: a credential is issued by an offer", sheet: "OpenDID sheet 5.7")
        let offered = try await OfferIssue.offer(plan: SampleWorld.planID, issuer: SampleWorld.issuer, holder.operators)
        let shown = try ShownOffer(offered.data)
        let picture = FileManager.default.temporaryDirectory.appendingPathComponent(
            "herald-offer-\(UUID().uuidString.prefix(8)).png")
        try shown.write(to: picture)
        // The offer is read from exactly the text that a wallet scans.
        guard case .issue(let offer, _) = try ReceivedOffer(shown.text) else {
            throw DemoError("the QR code has no offer to issue")
        }
        let issued = try await holder.wallet.accept(offer, unlock: holder.unlock)
        demo.trace.end()
        holder.credentialID = issued.vcId

        guard let stored = try await holder.vault.credential(issued.vcId) else {
            throw DemoError("the wallet does not have the credential")
        }
        let claims = stored.credential.credentialSubject.claims
        try require(claims.count == 12, "the credential has \(claims.count) claims")
        let korean = claims.compactMap { $0.i18n?["ko"] }
        try require(korean.count == 12, "\(korean.count) claims have a Korean caption")
        let disk = try holder.storedBytes()
        let readable = claims.filter { $0.value.utf8.count > 4 && disk.range(of: Data($0.value.utf8)) != nil }
        try require(readable.isEmpty, "\(readable.count) claims can be read in the wallet's files")
        let example = claims.first { $0.code.hasSuffix("given_name") }
        let other = example?.i18n?["ko"]
        return [
            .init(name: "QR code", value: .string(picture.path), picture: shown.lines),
            .init("credential", issued.vcId),
            .init("issuer", issued.issuer), .init("claims", claims.count),
            .init(
                "one of them",
                "\(example?.caption ?? ""): \(example?.value ?? "") – \(other?.caption ?? ""): \(other?.value ?? "")"),
            .init("on disk", "\(disk.count) bytes, none of the values to be read in them"),
        ]
    }
}
