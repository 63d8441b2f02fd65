import OpenDID_DataModel
import Testing

@Suite("Enumerations have the text's declarations")
struct EnumerationDeclarations {
    private func check<E: CaseIterable & RawRepresentable & Equatable>(_ cases: [(E, E.RawValue)])
    where E.RawValue: Equatable {
        #expect(Array(E.allCases) == cases.map(\.0), "every case, and in order")
        for (value, raw) in cases {
            #expect(value.rawValue == raw)
            #expect(E(rawValue: raw) == value)
        }
    }

    @Test("keys, proofs and algorithms have their raw values")
    func keys() {
        check([
            (DIDKeyType.rsaVerificationKey2018, "RsaVerificationKey2018"),
            (.secp256k1VerificationKey2018, "Secp256k1VerificationKey2018"),
            (.secp256r1VerificationKey2018, "Secp256r1VerificationKey2018"),
        ])
        check([
            (ProofPurpose.assertionMethod, "assertionMethod"), (.authentication, "authentication"),
            (.keyAgreement, "keyAgreement"),
            (.capabilityInvocation, "capabilityInvocation"), (.capabilityDelegation, "capabilityDelegation"),
        ])
        check([
            (ProofType.rsaSignature2018, "RsaSignature2018"), (.secp256k1Signature2018, "Secp256k1Signature2018"),
            (.secp256r1Signature2018, "Secp256r1Signature2018"),
        ])
        check([(AlgorithmType.rsa, "Rsa"), (.secp256k1, "Secp256k1"), (.secp256r1, "Secp256r1")])
        check([(EllipticCurveType.secp256k1, "Secp256k1"), (.secp256r1, "Secp256r1")])
        check([(AuthType.free, 1), (.pin, 2), (.bio, 4)])
        check([(SymmetricPaddingType.noPad, "NOPAD"), (.pkcs5, "PKCS5")])
        check([
            (SymmetricCipherType.aes128CBC, "AES-128-CBC"), (.aes128ECB, "AES-128-ECB"), (.aes256CBC, "AES-256-CBC"),
            (.aes256ECB, "AES-256-ECB"),
        ])
    }

    @Test("documents, claims and profiles have their raw values")
    func documents() {
        check([(DIDServiceType.linkedDomains, "LinkedDomains"), (.credentialRegistry, "CredentialRegistry")])
        check([(Presence.physical, "Physical"), (.digital, "Digital")])
        check([(EvidenceType.documentVerification, "DocumentVerification")])
        check([(ClaimType.text, "text"), (.image, "image"), (.document, "document")])
        check([
            (ClaimFormat.plain, "plain"), (.html, "html"), (.xml, "xml"), (.csv, "csv"), (.png, "png"), (.jpg, "jpg"),
            (.gif, "gif"),
            (.txt, "txt"), (.pdf, "pdf"), (.word, "word"),
        ])
        check([(Location.inline, "inline"), (.remote, "remote"), (.attach, "attach")])
        check([(CredentialSchemaType.osdSchemaCredential, "OsdSchemaCredential")])
        check([
            (ProfileType.IssueProfile, "IssueProfile"), (.VerifyProfile, "VerifyProfile"),
            (.ProofRequestProfile, "ProofRequestProfile"),
        ])
        check([(LogoImageType.jpg, "jpg"), (.png, "png")])
        check([(VCStatusEnum.ACTIVE, "ACTIVE"), (.INACTIVE, "INACTIVE"), (.REVOKED, "REVOKED")])
        check([(DidDocumentType.device, 1), (.holder, 2)])
        guard case .documentVerification(let evidence) = Sample.verifiableCredential.evidence[0] else { return }
        #expect(evidence == Sample.verifiableCredentialDocumentVerificationEvidence)
    }

    @Test("offers and roles have their raw values")
    func offers() {
        check([
            (OfferTypeEnum.IssueOffer, "IssueOffer"), (.VerifyOffer, "VerifyOffer"),
            (.RestoreDidOffer, "RestoreDidOffer"),
            (.ZkpIssueOffer, "ZkpIssueOffer"), (.VerifyProofOffer, "VerifyProofOffer"),
        ])
        check([(PresentModeEnum.Direct, "Direct"), (.Indirect, "Indirect"), (.Proxy, "Proxy")])
        check([(PayloadTypeEnum.ISSUE_VC, "ISSUE_VC"), (.SUBMIT_VP, "SUBMIT_VP"), (.RESTORE_DID, "RESTORE_DID")])
        check([
            (RoleTypeEnum.Tas, "Tas"), (.Wallet, "Wallet"), (.Issuer, "Issuer"), (.Verifier, "Verifier"),
            (.WalletProvider, "WalletProvider"), (.CAS_SERVICE, "AppProvider"), (.ListProvider, "ListProvider"),
            (.OpProvider, "OpProvider"), (.KycProvider, "KycProvider"), (.NotificationProvider, "NotificationProvider"),
            (.LogProvider, "LogProvider"), (.PortalProvider, "PortalProvider"),
            (.DelegationProvider, "DelegationProvider"),
            (.StorageProvider, "StorageProvider"), (.BackupProvider, "BackupProvider"), (.Etc, "Etc"),
        ])
    }

    @Test("token purposes have the same integers in both kinds of token")
    func purposes() {
        check([
            (WalletTokenPurposeEnum.PERSONALIZED, 1), (.DEPERSONALIZED, 2), (.PERSONALIZE_AND_CONFIGLOCK, 3),
            (.CONFIGLOCK, 4),
            (.CREATE_DID, 5), (.UPDATE_DID, 6), (.RESTORE_DID, 7), (.ISSUE_VC, 8), (.REMOVE_VC, 9), (.PRESENT_VP, 10),
            (.LIST_VC, 11),
            (.DETAIL_VC, 12), (.CREATE_DID_AND_ISSUE_VC, 13), (.LIST_VC_AND_PRESENT_VP, 14),
        ])
        check([
            (ServerTokenPurposeEnum.CREATE_DID, 5), (.UPDATE_DID, 6), (.RESTORE_DID, 7), (.ISSUE_VC, 8),
            (.REMOVE_VC, 9),
            (.PRESENT_VP, 10), (.LIST_VC, 11), (.DETAIL_VC, 12), (.CREATE_DID_AND_ISSUE_VC, 13),
            (.LIST_VC_AND_PRESENT_VP, 14),
        ])
        for purpose in ServerTokenPurposeEnum.allCases {
            #expect(WalletTokenPurposeEnum(rawValue: purpose.rawValue).map { "\($0)" } == "\(purpose)")
        }
        #expect(WalletTokenPurposeEnum.PERSONALIZE_AND_CONFIGLOCK.value == "PersonalizeAndConfigLock")
        #expect(Set(WalletTokenPurposeEnum.allCases.map(\.value)).count == 14)
    }

    @Test("names become algorithms, and algorithms become names")
    func algorithms() {
        for algorithm in AlgorithmType.allCases {
            #expect(DIDKeyType.convertFrom(algorithmType: algorithm).convertTo() == algorithm)
            #expect(
                DIDKeyType.convertFrom(algorithmType: algorithm).rawValue == algorithm.rawValue
                    + DIDKeyType.commonString)
            #expect(ProofType.convertFrom(algorithmType: algorithm).convertTo() == algorithm)
            #expect(
                ProofType.convertFrom(algorithmType: algorithm).rawValue == algorithm.rawValue + ProofType.commonString)
        }
        for curve in EllipticCurveType.allCases {
            #expect(curve.convertTo().rawValue + EllipticCurveType.commonString == curve.rawValue)
        }
        func name(_ type: some AlgorithmTypeConvertible) -> String { type.rawValue }
        #expect(name(ProofType.secp256r1Signature2018) == "Secp256r1Signature2018")
    }
}
