import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

extension AdversarialTests {
    typealias Inside = (ServiceCall, JSONValue, [String: JSONValue], [String: JSONValue]) async throws -> [Strike]

    /// The encrypted part of M210: the request for the credential.
    func requested(_ one: Person, _ two: Person) -> Inside {
        { call, body, mine, theirs in
            guard call.name == "request-issue-vc" else { return [] }
            func process(_ answers: [String: JSONValue]) -> JSONValue {
                answers["request-issue-profile"]?["profile"]?["profile"]?["process"] ?? .null
            }
            func wanted(_ answers: [String: JSONValue]) -> JSONValue {
                [
                    "refId": answers["propose-issue-vc"]?["refId"] ?? .null,
                    "profile": [
                        "id": answers["request-issue-profile"]?["profile"]?["id"] ?? .null,
                        "issuerNonce": process(answers)["issuerNonce"] ?? .null,
                    ],
                ]
            }
            return try await ChannelStrikes(
                forger: Forger(owner: one, stranger: two), member: "encReqVc",
                half: ChannelStrikes.Half(process(mine), nonce: "issuerNonce"),
                otherHalf: ChannelStrikes.Half(process(theirs), nonce: "issuerNonce"),
                plaintext: wanted(mine), otherPlaintext: wanted(theirs)
            ).all(call, body)
        }
    }

    /// The encrypted part of M310: the presentation, created anew from each wallet's credentials.
    func presented(_ one: Person, _ two: Person) -> Inside {
        { call, body, mine, theirs in
            guard call.name == "request-verify" else { return [] }
            func process(_ answers: [String: JSONValue]) -> JSONValue {
                answers["request-profile"]?["profile"]?["profile"]?["process"] ?? .null
            }
            return try await ChannelStrikes(
                forger: Forger(owner: one, stranger: two), member: "encVp",
                half: ChannelStrikes.Half(process(mine), nonce: "verifierNonce"),
                otherHalf: ChannelStrikes.Half(process(theirs), nonce: "verifierNonce"),
                plaintext: try await presentation(of: one, process(mine)),
                otherPlaintext: try await presentation(of: two, process(theirs))
            ).all(call, body)
        }
    }

    func presentation(of person: Person, _ process: JSONValue) async throws -> JSONValue {
        let tools = person.tools
        let holder = try #require(try await person.wallet.vault.document(.holder))
        let credential = try #require(try await person.wallet.vault.credentials().first?.credential)
        var draft = PresentationDraft(
            id: tools.uuid(), holder: holder.id, verifierNonce: process["verifierNonce"]?.stringValue ?? "",
            now: tools.now())
        try draft.add(credential, showing: .codes(Set(FlowSeeds.required)))
        let signed = try await draft.signed(by: [
            try await tools.proof(.holder, "pin", of: holder, for: .assertionMethod)
        ])
        return try JSONValue(parsing: signed.canonicalBytes())
    }
}
