import OpenDID_DataModel

extension ParityTable {
    private static func key(
        _ name: String, _ labels: [String] = [], ours: String, note: String = "", _ state: ParityRow.State = .works,
        test: String
    ) -> ParityRow {
        ParityRow(.manager("KeyManager"), name, labels, ours: ours, note: note, state, test: test)
    }

    static let keyManagerRows: [ParityRow] = [
        key("isKeySaved", ours: "`WalletVault.keyInfos(_:stage:)`", test: "WalletAPIKeyTests.keyInfos"),
        key(
            "generateKey", ["request: none/pin/secure"],
            ours: "`WalletVault.generateKey(_:id:protection:algorithm:stage:)`",
            note: "`KeyProtection` is `free`, `pin` or `biometric`", test: "WalletAPIKeyTests.generateKeyPair"),
        key(
            "getKeyInfos", ["by type / ids"], ours: "`WalletVault.keyInfos(_:stage:)`",
            test: "WalletAPIKeyTests.keyInfos"),
        key("changePin", ours: "`WalletVault.changePIN(_:keyID:old:new:)`", test: "PINTests.change"),
        key(
            "sign", ["id", "pin", "digest"], ours: "`WalletVault.signer(_:keyID:unlock:stage:)`",
            test: "WalletAPIKeyTests.signing"),
        key(
            "verify", ["algorithm", "publicKey", "digest", "signature"], ours: "`VerificationKey.verify(_:digest:)`",
            test: "WalletAPIKeyTests.verify"),
        key(
            "deleteKeys", ours: "`WalletVault.deleteKey(_:id:stage:)`", note: "one at a time",
            test: "VaultKeyTests.deletion"),
        key(
            "deleteAllKeys", ours: "`WalletVault.deleteWallet(all:)`, `OpenDIDWallet.depersonalize()`",
            .differs(
                "only together with all other data of their owner, because a document without its keys is useless"),
            test: "WalletAPIFrontTests.deleteUser"),
        key("isAnyKeysSaved", ours: "`WalletVault.keyInfos(_:stage:)`", test: "WalletAPIKeyTests.keyInfos"),
    ]

    private static func did(
        _ name: String, _ labels: [String] = [], ours: String, note: String = "", _ state: ParityRow.State = .works,
        test: String
    ) -> ParityRow {
        ParityRow(.manager("DIDManager"), name, labels, ours: ours, note: note, state, test: test)
    }

    static let didManagerRows: [ParityRow] = [
        did("genDID", ["methodName"], ours: "`DID(method:randomBytes:)`", test: "DIDTextTests.made"),
        did(
            "createDocument", ["did", "keyInfos", "controller", "service"],
            ours: "`DIDDocument(did:controller:keys:services:created:encoding:)`, `KeyInfo.documentEntry(purposes:)`",
            note: "name, key and purposes are passed together, so that no key gets another key's purposes",
            test: "DIDDocumentBuildingTests.holder"),
        did(
            "getDocument", ours: "`WalletVault.document(_:)`, `WalletVault.pendingDocument(_:)`",
            test: "VaultDocumentTests.promotion"),
        did(
            "replaceDocument", ours: "`OpenDIDWallet.updateDocument(_:unlock:)`",
            .differs("a document replaces another when the registry has it, not before"),
            test: "WalletAPIKeyTests.update"),
        did(
            "saveDocument", ours: "`WalletAPI.saveHolderDIDDocument()`, `DIDDocumentEdit.nextVersion(at:)`",
            note: "the version increases when the next document is created", test: "WalletAPIKeyTests.update"),
        did(
            "deleteDocument", ours: "`WalletVault.deleteWallet(all:)`, `OpenDIDWallet.depersonalize()`",
            .differs("only together with all other data of its owner"), test: "WalletAPIFrontTests.deleteUser"),
        did(
            "addVerificationMethod", ours: "`DIDDocumentEdit.add(_:encoding:)`, `DocumentEdit.newKeys`",
            test: "DIDDocumentVersionTests.next"),
        did(
            "removeVerificationMethod", ours: "`DIDDocumentEdit.removeKey(named:)`, `DocumentEdit.removedKeys`",
            test: "DIDDocumentVersionTests.next"),
        did(
            "addService", ours: "`DIDDocumentEdit.add(_:)`, `DocumentEdit.services`",
            test: "DIDDocumentVersionTests.next"),
        did(
            "removeService", ours: "`DIDDocumentEdit.removeService(named:)`, `DocumentEdit.removedServices`",
            test: "DIDDocumentVersionTests.next"),
        did("resetChanges", ours: "`DIDDocumentEdit.reset()`", test: "DIDDocumentVersionTests.next"),
        did("isSaved", ours: "`WalletVault.document(_:)`", test: "WalletAPIKeyTests.firstDocument"),
    ]

    private static func vc(
        _ name: String, _ labels: [String] = [], ours: String, note: String = "", _ state: ParityRow.State = .works,
        test: String
    ) -> ParityRow {
        ParityRow(.manager("VCManager"), name, labels, ours: ours, note: note, state, test: test)
    }

    static let vcManagerRows: [ParityRow] = [
        vc(
            "addCredential",
            ours: "`OpenDIDWallet.issueCredential(planId:issuer:offerId:unlock:)`, "
                + "`OpenDIDWallet.saveCredential(_:issuer:replacesSameSchema:)`",
            .differs(
                "an issuance checks and saves the credential itself; a credential that an app saves is checked in the same way, and refused if it "
                    + "is not valid"),
            test: "SavingTests.saved"),
        vc("getCredentials", ["ids"], ours: "`WalletVault.credential(_:)`", test: "WalletAPICredentialTests.reading"),
        vc("getAllCredentials", ours: "`WalletVault.credentials()`", test: "WalletAPICredentialTests.reading"),
        vc(
            "deleteCredentials",
            ours: "`WalletAPI.deleteCredentials(hWalletToken:ids:)`, `OpenDIDWallet.revoke(_:unlock:)`",
            test: "WalletAPICredentialTests.deletion"),
        vc(
            "deleteAllCredentials", ours: "`WalletVault.deleteWallet(all:)`, `OpenDIDWallet.depersonalize()`",
            .differs("only together with all other data of the user, or one by one by their IDs"),
            test: "WalletAPIFrontTests.deleteUser"),
        vc(
            "makePresentation", ["claimInfos", "presentationInfo"],
            ours: "`PresentationDraft`, `WalletAPI.createVp(hWalletToken:claimInfos:presentationInfo:)`",
            test: "PresentationDraftTests.members"),
        vc("isAnyCredentialsSaved", ours: "`WalletVault.credentials()`", test: "WalletAPICredentialTests.reading"),
    ]

    private static func tool(
        _ manager: String, _ name: String, ours: String, _ state: ParityRow.State = .works, test: String = ""
    ) -> ParityRow {
        ParityRow(.manager(manager), name, ours: ours, state, test: test)
    }

    private static let encryptorDifference = ParityRow.State.differs(
        "wraps only the vault's key; the vault encrypts rows under that key with AES-256-GCM, each bound to its name")

    static let toolRows: [ParityRow] = [
        tool(
            "SecureEncryptor", "encrypt",
            ours: "`StoreKeyGuard.wrap(_:vault:)`, which an app implements with the keychain or enclave",
            encryptorDifference, test: "LockTests.foreignKeyFile"),
        tool(
            "SecureEncryptor", "decrypt", ours: "`StoreKeyGuard.unwrap(_:vault:)`", encryptorDifference,
            test: "LockTests.foreignKeyFile"),
        tool(
            "CryptoUtils", "nonce", ours: "`SystemSource.random(_:)` and `Multibase.encode(_:as:)`",
            test: "WalletAPITokenTests.seeds"),
        tool("CryptoUtils", "EC pair", ours: "`AgreementKey(curve:)`", test: "SessionKeyTests.bothSides"),
        tool("CryptoUtils", "shared secret", ours: "`AgreementKey.agree(with:)`", test: "SessionKeyTests.bothSides"),
        tool(
            "CryptoUtils", "PBKDF2", ours: "`UpstreamKeyFormat`",
            .differs(
                "only with the parameters of the original's key items; this wallet's own items use scrypt with a calibrated cost"
            ),
            test: "UpstreamKeyFormatTests.pinKey"),
        tool(
            "CryptoUtils", "AES encrypt/decrypt",
            ours: "`SessionChannel.seal(_:iv:)`, `SessionChannel.open(_:iv:reading:)`",
            test: "SessionChannelTests.roundTrips"),
        tool(
            "MultibaseUtils", "MultibaseUtils", ours: "`Multibase.encode(_:as:)`, `Multibase.decode(_:)`",
            test: "MultibaseTests.knownTexts"),
        tool(
            "DigestUtils", "sha256/384/512", ours: "",
            .leftOut("swift-crypto, which this library uses, has them as `SHA256`, `SHA384` and `SHA512`")),
    ]
}
