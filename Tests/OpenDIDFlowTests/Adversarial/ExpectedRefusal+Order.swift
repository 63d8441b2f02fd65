// Messages that are right in themselves, and their channels.
extension ExpectedRefusal {
    /// Too late, at another step, in another protocol, once more, and in another's transaction.
    static let order: [ExpectedRefusal] = [
        .init(
            "TRA12009", of: [.reused], at: [".signedDidDoc of *"], in: ["request-update-diddoc"],
            because: "the document in it is registered: the next version is another"),
        .init("TRA16519", of: [.reused], because: "a nonce of the sender's is accepted once"),
        .init(
            "VRF00200", of: [.stale, .misplaced, .crossed, .replayed], in: ["request-profile"],
            because: "the offer is looked at first: it is over, or was answered"),
        .init("VRF00302", of: [.stale], in: ["request-verify"], because: "the transaction has expired"),
        .init("TRA16002", of: [.stale], at: ["transaction"], because: "the transaction has expired"),
        .init("TRA19002", of: [.stale], at: ["server token"], because: "the token has expired"),
        .init(
            "TRA11001", of: [.stale], at: ["offer"], in: ["propose-restore-diddoc"], because: "the offer is forgotten"),
        .init("ISS00201", of: [.stale], at: ["offer"], in: ["propose-issue-vc"], because: "the offer has expired"),
        .init(
            "TRA16510", of: [.stale], at: ["*signed long ago"],
            because: "a proof holds for a day where the sender makes the nonce"),
        .init(
            "VRF00301", of: [.misplaced, .replayed], in: ["request-verify"],
            because: "the step is not the next one, or was done"),
        .init(
            "VRF00300", of: [.crossed], in: ["request-verify"],
            because: "the trust agent's transaction is none of the verifier's"),
        .init(
            "TRA16000", of: [.crossed], flows: ["M310"],
            because: "the verifier's transaction is none of the trust agent's"),
        .init("TRA17501", of: [.replayed], in: ["request-register-wallet"], because: "the wallet is registered"),
        .init(
            "TRA16001", of: [.misplaced, .crossed, .replayed],
            because: "the step is not the next one, was done, or is another protocol's"),
        .init(
            "TRA17508", of: [.foreign], in: ["request-create-token"],
            because: "another device agreed on the session's key"),
        .init("VRF00303", of: [.foreign], in: ["request-profile"], because: "the transaction is another offer's"),
        .init("VRF00409", of: [.foreign], in: ["request-verify"], because: "it is encrypted for another transaction"),
        .init("TRA19003", of: [.foreign], because: "the token is another transaction's"),
    ]

    /// Key agreements that are none, and what does not decrypt.
    static let channels: [ExpectedRefusal] = [
        .init(
            "500 TRA12004", of: [.misencrypted], at: ["a curve nobody knows"], in: ["request-ecdh"],
            because: "the body cannot be read"),
        .init(
            "TRA12008", of: [.misencrypted], at: ["*cipher*"], in: ["request-ecdh"],
            because: "there is no common cipher"),
        .init(
            "TRA16519", of: [.misencrypted], at: ["a nonce *"], in: ["request-ecdh"],
            because: "the client's nonce is none"),
        .init("TRA12004", of: [.misencrypted], in: ["request-ecdh"], because: "the client's key is none"),
        .init("ISS00403", of: [.misencrypted], in: ["request-issue-vc"], because: "it does not decrypt"),
        .init("VRF00409", of: [.misencrypted], in: ["request-verify"], because: "it does not decrypt"),
    ]
}
