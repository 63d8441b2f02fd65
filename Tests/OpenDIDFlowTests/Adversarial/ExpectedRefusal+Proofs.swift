// Signed parts: signed wrongly, saying something else, and with a proof that is missing or none.
extension ExpectedRefusal {
    /// A part was signed again as nobody may.
    static let signatures: [ExpectedRefusal] = [
        .init(
            "TRA16510", of: [.resigned], at: [".reqEcdh *"],
            because: "the client's half answers every fault of its proof alike"),
        .init(
            "TRA12007", of: [.resigned], at: [".seed.caAppInfo by another *"],
            because: "the message names another provider than its key's"),
        .init(
            "TRA16509", of: [.resigned], at: [".didAuth by another *", ".didAuth of a DID *"],
            because: "DIDAuth has to be the holder's"),
        .init(
            "ISS00302", of: [.resigned], at: [".request by another *", ".request of a DID *"],
            because: "only the holder has a credential revoked"),
        .init("ISS00413", of: [.resigned], at: [".request *"], because: "the holder's signature does not hold"),
        .init(
            "ISS00413", of: [.resigned], at: [".accE2e *"], in: ["request-issue-vc"],
            because: "the holder's half does not hold"),
        .init(
            "VRF00403", of: [.resigned], at: [".accE2e for *"],
            because: "a half of a channel is signed for key agreement"),
        .init(
            "VRF00202", of: [.resigned], at: [".accE2e by another *"],
            because: "the half holds, and is not of the presentation's holder"),
        .init("VRF00103", of: [.resigned], at: [".accE2e *"], because: "the holder's half does not hold"),
        .init(
            "TRA16511", of: [.resigned], at: ["* that is not there"],
            because: "the signature cannot be checked: nobody knows the key"),
        .init("TRA16510", of: [.resigned], because: "the signature does not hold"),
    ]

    /// A part says what another's says, and is signed by the right key.
    static let substitutions: [ExpectedRefusal] = [
        .init(
            "TRA16510", of: [.substituted], at: [".reqEcdh.client"],
            because: "the half names another client than its key's"),
        .init(
            "TRA16510", of: [.substituted, .swapped], at: [".seed.walletInfo.wallet"], flows: ["M210", "M220"],
            because: "another device would have to sign"),
        .init(
            "TRA17502", of: [.substituted, .swapped, .emptied], at: ["*.wallet.did", "*.wallet.id"],
            because: "no wallet has this id and this device"),
        .init(
            "TRA17508", of: [.substituted, .swapped], at: [".seed.walletInfo.wallet", ".signedDidDoc.wallet"],
            because: "the session's or the token's wallet is another"),
        .init(
            "TRA16509", of: [.substituted, .swapped, .emptied], at: [".didAuth.did"],
            because: "DIDAuth has to be the holder's"),
        .init(
            "TRA16520", of: [.substituted, .swapped, .emptied], at: [".didAuth.authNonce"],
            because: "it is not the nonce that was given out"),
        .init(
            "ISS00403", of: [.substituted], at: [".accE2e.*"], in: ["request-issue-vc"], because: "it does not decrypt"),
        .init(
            "VRF00409", of: [.substituted], at: [".accE2e.*"], in: ["request-verify"], because: "it does not decrypt"),
        .init(
            "ISS00210", of: [.substituted, .swapped, .emptied], at: [".request.issuerNonce"],
            because: "it is not the nonce that was given out"),
        .init(
            "500 TRA18516", of: [.emptied], at: [".vcId"], in: ["propose-revoke-vc"],
            because: "no credential has this id: there is no transaction yet that could be about another"),
        .init(
            "TRA18500", of: [.substituted, .swapped, .emptied], at: ["*.vcId"],
            because: "the transaction is about another credential"),
        .init(
            "TRA18018", of: [.substituted], at: [".signedDidDoc.ownerDidDoc"],
            because: "the transaction is about another DID"),
    ]

    /// A proof is missing, none, or another's. Where it cannot be read as one, the body cannot be read.
    static let proofs: [ExpectedRefusal] = [
        .init(
            "500 VRF00100", of: [.emptied], at: ["*.proof.created", "*.proof.proofPurpose", "*.proof.type"],
            in: ["request-verify"],
            because: "no date, purpose or type: the body cannot be read"),
        .init(
            "500 TRA12004", of: [.emptied], at: ["*.proof.created", "*.proof.proofPurpose", "*.proof.type"],
            because: "no date, purpose or type: the body cannot be read"),
        .init("TRA16509", of: [.dropped, .swapped], at: [".didAuth.proof"], because: "DIDAuth has to be the holder's"),
        .init(
            "TRA16509", of: [.emptied, .swapped], at: [".didAuth.proof.verificationMethod"],
            because: "DIDAuth has to be the holder's"),
        .init(
            "ISS00302", of: [.swapped], at: [".request.proof", ".request.proof.verificationMethod"],
            because: "only the holder has a credential revoked"),
        .init(
            "ISS00413", of: [.dropped, .swapped], at: [".accE2e.proof"], in: ["request-issue-vc"],
            because: "the proof is missing or another's"),
        .init("ISS00413", of: [.dropped], at: [".request.proof"], because: "the proof is missing"),
        .init(
            "ISS00413", of: [.dropped, .emptied, .swapped], at: ["*.proof.proofValue"], in: ["request-revoke-vc"],
            because: "the signature does not hold"),
        .init(
            "ISS00413", of: [.emptied], at: [".request.proof.verificationMethod"],
            because: "the signature does not hold"),
        .init(
            "ISS00413", of: [.dropped, .emptied, .swapped], at: [".accE2e.proof.proofValue"], in: ["request-issue-vc"],
            because: "the signature does not hold"),
        .init(
            "ISS00413", of: [.emptied, .swapped],
            at: [".accE2e.proof.verificationMethod", ".accE2e.iv", ".accE2e.publicKey"], in: ["request-issue-vc"],
            because: "the signature does not hold"),
        .init(
            "ISS00413", of: [.swapped], at: [".accE2e"], in: ["request-issue-vc"],
            because: "the half is another holder's"),
        .init(
            "VRF00103", of: [.dropped, .swapped], at: [".accE2e.proof"], because: "the proof is missing or another's"),
        .init(
            "VRF00103", of: [.dropped, .emptied, .swapped], at: [".accE2e.proof.proofValue"],
            because: "the signature does not hold"),
        .init(
            "VRF00103", of: [.emptied, .swapped],
            at: [".accE2e.proof.verificationMethod", ".accE2e.iv", ".accE2e.publicKey"],
            because: "the signature does not hold"),
        .init("TRA16510", of: [.dropped, .swapped], at: ["*.proof"], because: "the proof is missing or another's"),
        .init(
            "TRA16510", of: [.dropped, .emptied, .swapped], at: ["*.proof.proofValue"],
            because: "the signature does not hold"),
        .init(
            "TRA16510", of: [.emptied, .swapped], at: ["*.proof.verificationMethod"],
            because: "the signature does not hold"),
    ]
}
