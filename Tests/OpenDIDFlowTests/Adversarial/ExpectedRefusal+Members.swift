// Members of messages that are missing, empty, or another's.
extension ExpectedRefusal {
    static let members: [ExpectedRefusal] = [
        // The sender of each transaction.
        .init(
            "VRF00300", of: [.dropped, .emptied], at: [".txId"], in: ["request-verify"],
            because: "optional (OpenDID sheet 4.9, #36), and without it nothing is known"),
        .init(
            "VRF00300", of: [.emptied], at: [".txId"], in: ["request-profile"], because: "no transaction has this id"),
        .init("TRA16000", of: [.emptied], at: [".txId"], because: "no transaction has this id"),
        .init(
            "TRA17508", of: [.swapped], at: [".txId", ".seed", ".seed.walletInfo"], in: ["request-create-token"],
            because: "another device agreed on the session's key"),
        .init(
            "VRF00303", of: [.swapped], at: [".txId", ".offerId"], in: ["request-profile"],
            because: "the transaction is another offer's"),
        .init(
            "VRF00409", of: [.swapped], at: [".txId", ".accE2e", ".encVp"], in: ["request-verify"],
            because: "it is encrypted for another transaction"),
        .init("TRA19003", of: [.swapped], at: [".txId"], because: "the token is another transaction's"),
        .init(
            "TRA19003", of: [.emptied, .swapped], at: [".serverToken"],
            because: "the token is another transaction's, or none"),

        // The subject of a message.
        .init(
            "TRA11001", of: [.emptied], at: [".offerId"], in: ["propose-restore-diddoc"],
            because: "no offer has this id"),
        .init(
            "TRA12011", of: [.emptied, .swapped], at: [".did", ".offerId"], in: ["propose-restore-diddoc"],
            because: "the offer is for another DID"),
        .init("TRA17002", of: [.emptied], at: [".did"], in: ["propose-update-diddoc"], because: "no user has this DID"),
        .init("ISS00200", of: [.emptied], at: [".offerId"], in: ["propose-issue-vc"], because: "no offer has this id"),
        .init("ISS00202", of: [.emptied], at: [".vcPlanId"], because: "no plan has this id"),
        .init("VRF00200", of: [.emptied], at: [".offerId"], in: ["request-profile"], because: "no offer has this id"),
        .init(
            "500 TRA14000", of: [.emptied], at: [".issuer"], in: ["propose-issue-vc"], because: "no server has this DID"
        ),
        .init(
            "TRA14001", of: [.dropped], at: [".issuer"], in: ["propose-issue-vc"],
            because: "upstream misses the issuer by its own code"),
        .init("TRA12004", of: [.emptied], at: [".kycTxId", ".attestedDidDoc.walletId"], because: "a text is needed"),
        .init("TRA18500", of: [.swapped], at: [".request"], because: "the transaction is about another credential"),
        .init("TRA16509", of: [.swapped], at: [".didAuth"], because: "DIDAuth has to be the holder's"),
        .init("TRA17508", of: [.swapped], at: [".signedDidDoc"], because: "the token's wallet is another"),
        .init(
            "CFA00400", of: [.dropped, .emptied], at: [".userId"],
            because: "optional in the seed; the app provider knows nobody of this name"),
        .init(
            "500 CFA00100", of: [.emptied], at: [".purpose", ".validUntil"], in: ["request-wallet-tokendata"],
            because: "no purpose or date: the body cannot be read"),
        .init(
            "CFA00100", of: [.emptied], in: ["request-wallet-tokendata", "request-attested-appinfo"],
            because: "the body cannot be taken"),

        // Signed members that differ from what was signed.
        .init(
            "TRA16519", of: [.emptied], at: [".reqEcdh.clientNonce", ".seed.*.nonce", ".signedDidDoc.nonce"],
            because: "a nonce has 16 bytes"),
        .init("TRA17006", of: [.emptied], at: [".seed.caAppInfo.appId"], because: "an app has an id"),
        .init("TRA18510", of: [.emptied], at: ["*.provider.did"], because: "nobody of this DID is enrolled"),
        .init("TRA12006", of: [.emptied], at: [".attestedDidDoc.ownerDidDoc"], because: "it holds no document"),
        .init(
            "TRA16510", of: [.dropped], at: [".reqEcdh.candidate", ".reqEcdh.candidate.ciphers[*]"],
            because: "optional, and signed"),
        .init(
            "TRA16510", of: [.emptied],
            at: [".reqEcdh.candidate.ciphers", ".reqEcdh.client", ".reqEcdh.publicKey", "*.provider.certVcRef"],
            because: "the signature does not hold"),
        .init(
            "TRA16510", of: [.emptied], at: [".signedDidDoc.ownerDidDoc", ".attestedDidDoc.nonce"],
            because: "the signature does not hold"),
        .init(
            "TRA16510", of: [.swapped], at: [".reqEcdh.*", ".seed.*", ".signedDidDoc.*", ".attestedDidDoc.*"],
            because: "the signature does not hold"),

        // Encrypted members.
        .init("ISS00401", of: [.emptied], at: [".encReqVc"], because: "it is no multibase text"),
        .init("ISS00403", of: [.swapped], at: [".encReqVc"], because: "it does not decrypt"),
        .init("VRF00106", of: [.emptied], at: [".encVp"], because: "it is no multibase text"),

        // Members that cannot be read.
        .init(
            "500 TRA12004", of: [.emptied], at: [".reqEcdh.curve", ".reqEcdh.candidate.ciphers[*]", ".seed.purpose"],
            because: "it is none of the values that are known: the body cannot be read"),
        // Verifier and app provider have a status of their own for it.
        .init(
            "9999", of: [.dropped],
            in: ["request-wallet-tokendata", "request-attested-appinfo", "request-profile", "request-verify"],
            because: "a member is missing"),
        .init(
            "9999", of: [.emptied], at: [".id", "*.proof", ".accE2e"], in: ["request-profile", "request-verify"],
            because: "every message has an id, and members of an object are missing"),
        .init("500 9999", of: [.emptied], at: [".id"], because: "every message has an id"),
        .init(
            "500 9999", of: [.emptied],
            at: ["*.proof", "*.provider", "*.wallet", ".seed", ".seed.walletInfo", ".seed.caAppInfo"],
            because: "members of an object are missing"),
        .init(
            "500 9999", of: [.emptied],
            at: [
                ".reqEcdh", ".reqEcdh.candidate", ".didAuth", ".accE2e", ".signedDidDoc", ".attestedDidDoc", ".request",
            ],
            because: "members of an object are missing"),
        .init("500 9999", of: [.dropped], because: "a member is missing"),
    ]
}
