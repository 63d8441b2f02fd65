// Encoded or encrypted parts of a message, in an otherwise correct message.
extension ExpectedRefusal {
    /// A DID document: of a device at its wallet provider, and inside envelopes at the trust agent.
    static let insideDocuments: [ExpectedRefusal] = [
        .init(
            "WLT00203", of: [.swapped, .resigned], in: ["request-sign-wallet"],
            because: "the document's own proofs hold no more"),
        .init(
            "WLT00203", of: [.dropped], at: [".assertionMethod*", ".authentication*", ".keyAgreement*"],
            in: ["request-sign-wallet"],
            because: "a document need not list a key for a purpose; its proofs hold no more"),
        .init(
            "WLT00203", of: [.dropped], at: [".proofs", ".proofs[0]", ".proofs[1]", "*.proofValue"],
            in: ["request-sign-wallet"],
            because: "a proof is missing"),
        .init(
            "WLT00203", of: [.emptied], at: [".assertionMethod", ".authentication", ".keyAgreement"],
            in: ["request-sign-wallet"],
            because: "a document need not list a key for a purpose; its proofs hold no more"),
        .init(
            "WLT00203", of: [.emptied], at: [".proofs", "*.proofValue", ".proofs[*].verificationMethod"],
            in: ["request-sign-wallet"],
            because: "a proof is none"),
        .init(
            "WLT00102", of: [.dropped],
            at: [".@context[0]", ".verificationMethod[0]", ".verificationMethod[1]", ".verificationMethod[2]"],
            in: ["request-sign-wallet"], because: "the first context is missing, or a key that is listed for a purpose"),
        .init(
            "500 WLT00502", of: [.emptied],
            at: [".created", ".updated", ".versionId", ".*].created", "*.proofPurpose", "*.type", "*.authType"],
            in: ["request-sign-wallet"], because: "no date, version, purpose or type: the body is no document"),
        .init("500 9999", of: [.dropped], in: ["request-sign-wallet"], because: "a member is missing"),
        .init(
            "500 9999", of: [.emptied],
            at: [
                ".proofs[0]", ".proofs[1]", ".verificationMethod[0]", ".verificationMethod[1]",
                ".verificationMethod[2]",
            ],
            in: ["request-sign-wallet"], because: "members of an entry are missing"),
        .init(
            "WLT00102", of: [.emptied], in: ["request-sign-wallet"], because: "the document breaks a rule of its own"),

        .init(
            "TRA18007", of: [.dropped, .emptied], at: ["*holding .@context[0]"], in: ["request-update-diddoc"],
            because: "an update keeps the context"),
        .init(
            "TRA18007", of: [.emptied], at: ["*holding .@context"], in: ["request-update-diddoc"],
            because: "an update keeps the context"),
        .init(
            "TRA18009", of: [.emptied], at: ["*holding .controller"], in: ["request-update-diddoc"],
            because: "an update keeps the controller"),
        .init(
            "TRA18018", of: [.emptied, .swapped], at: ["*holding .id"], in: ["request-update-diddoc"],
            because: "the transaction is about another DID"),
        .init(
            "TRA16510", of: [.swapped, .resigned], at: ["*holding *"], in: ["request-register-wallet"],
            because: "only the wallet provider could sign what its envelope holds now"),
        .init(
            "TRA16510", of: [.dropped],
            at: ["*holding .proofs", "*holding .proofs[0]", "*holding .proofs[1]", "*holding *.proofValue"],
            in: ["request-register-wallet"], because: "the same, of a document without a proof"),
        .init(
            "TRA16510", of: [.emptied],
            at: ["*holding .proofs", "*holding *.proofValue", "*holding .proofs[*].verificationMethod"],
            in: ["request-register-wallet"], because: "the same, of a document with a proof that is none"),
        .init(
            "TRA16516", of: [.swapped, .resigned], at: ["*ownerDidDoc holding *"],
            because: "the document's own proofs hold no more"),
        .init(
            "TRA16516", of: [.dropped], at: ["*ownerDidDoc holding .proof", "*ownerDidDoc holding .proof.proofValue"],
            because: "a proof is missing"),
        .init(
            "TRA16516", of: [.emptied],
            at: ["*ownerDidDoc holding .proof.proofValue", "*ownerDidDoc holding .proof.verificationMethod"],
            because: "a proof is none"),
        .init(
            "TRA12006", of: [.dropped, .emptied], at: ["*ownerDidDoc holding *"],
            because: "the document cannot be read, or breaks a rule of its own"),
    ]

    /// The plaintext that an issuer or a verifier decrypts.
    static let insideChannels: [ExpectedRefusal] = [
        .init("ISS00208", of: [.dropped], at: ["encReqVc holding *"], because: "a member is missing"),
        .init(
            "ISS00208", of: [.emptied], at: ["encReqVc holding .profile"], because: "members of the profile are missing"
        ),
        .init(
            "ISS00004", of: [.emptied, .swapped], at: ["encReqVc holding .refId"],
            because: "the issuer's reference is another"),
        .init(
            "ISS00004", of: [.foreign], at: ["encReqVc holding the other's"],
            because: "the first thing that is another's is the reference"),
        .init(
            "ISS00203", of: [.emptied, .swapped], at: ["encReqVc holding .profile", "encReqVc holding .profile.id"],
            because: "it is another profile"),
        .init(
            "ISS00204", of: [.emptied, .swapped], at: ["encReqVc holding .profile.issuerNonce"],
            because: "it is another nonce"),
        .init(
            "VRF00402", of: [.dropped, .emptied, .swapped], at: ["encVp holding .verifierNonce"],
            because: "it is not the nonce that was given out"),
        .init("VRF00402", of: [.foreign], at: ["encVp holding the other's"], because: "it answers another nonce"),
        .init(
            "VRF00403", of: [.resigned], at: ["encVp holding  for *"], because: "a presentation is signed for assertion"
        ),
        .init(
            "VRF00202", of: [.dropped, .emptied, .swapped, .resigned], at: ["encVp holding *"],
            because: "the presentation, or a credential in it, does not hold"),
    ]
}
