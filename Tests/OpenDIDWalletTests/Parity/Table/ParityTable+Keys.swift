import OpenDID_DataModel

@testable import OpenDIDWallet

extension ParityTable {
    static let keyRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "generateKeyPair", ["hWalletToken", "passcode", "keyId", "algType", "promptMsg"],
            purposes: AcceptedPurposes.generateKeyPair, since: "V1",
            ours: "`WalletAPI.generateKeyPair(hWalletToken:passcode:keyId:algType:promptMsg:)`, "
                + "`WalletVault.generateKey(_:id:protection:algorithm:stage:)`",
            note:
                "the key is pending together with the document that lists it; `promptMsg` is stored until the process ends",
            test: "WalletAPIKeyTests.generateKeyPair"),
        ParityRow(
            .walletAPI, "deleteKeyPair", ["hWalletToken", "keyId"], purposes: AcceptedPurposes.deleteKeyPair,
            since: "V2",
            ours: "`WalletAPI.deleteKeyPair(hWalletToken:keyId:)`, `DocumentEdit.removedKeys`",
            .differs(
                "removes a registered key from the key set at once, and from the vault when the document without it is registered. Until then the "
                    + "registry expects the key, and a failed update would lock the holder out. If the process ends before the registration, the "
                    + "key is back in the key set"),
            test: "WalletAPIKeyTests.update"),
        ParityRow(
            .walletAPI, "isAnyKeysSaved", since: "V1", ours: "`WalletAPI.isAnyKeysSaved()`",
            test: "WalletAPIKeyTests.keyInfos"),
        ParityRow(
            .walletAPI, "isSavedKey", ["keyId"], since: "V2", ours: "`WalletAPI.isSavedKey(keyId:)`",
            test: "WalletAPIKeyTests.deleteKeyPair"),
        ParityRow(
            .walletAPI, "getKeyInfos", ["keyType"], since: "V1",
            ours: "`WalletAPI.getKeyInfos(keyType:)`, `WalletVault.keyInfos(_:stage:)`",
            test: "WalletAPIKeyTests.keyInfos"),
        ParityRow(
            .walletAPI, "getKeyInfos", ["ids"], since: "V1",
            ours: "`WalletAPI.getKeyInfos(ids:)`, `WalletVault.keyInfos(_:stage:)`",
            test: "WalletAPIKeyTests.keyInfos"),
    ]

    static let documentRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "createHolderDIDDocument", ["hWalletToken"], purposes: AcceptedPurposes.createDocument,
            since: "V1",
            ours:
                "`WalletAPI.createHolderDIDDocument(hWalletToken:)`, `OpenDIDWallet.registerUser(kycTxId:pin:bioPrompt:)`",
            note:
                "the names of the keys decide their purposes; the document is pending until it is registered, in the forms of release 1 too",
            test: "WalletAPIKeyTests.firstDocument"),
        ParityRow(
            .walletAPI, "updateHolderDIDDocument", ["hWalletToken"], purposes: AcceptedPurposes.updateDocument,
            since: "V2",
            ours: "`WalletAPI.updateHolderDIDDocument(hWalletToken:)`, `OpenDIDWallet.updateDocument(_:unlock:)`",
            test: "WalletAPIKeyTests.update"),
        ParityRow(
            .walletAPI, "saveHolderDIDDocument", since: "V2", ours: "`WalletAPI.saveHolderDIDDocument()`",
            .differs(
                "asks the registry, and stores the document only if the registry has it. If an app never calls it, as apps of release 1, the first "
                    + "document is stored when it is first needed"),
            test: "WalletAPIKeyTests.releaseOne"),
        ParityRow(
            .walletAPI, "createSignedDIDDoc", ["passcode"], since: "V1",
            ours: "`WalletAPI.createSignedDIDDoc(passcode:)`",
            note: "each of the keys `pin` and `bio` in the document signs it", test: "WalletAPIKeyTests.firstDocument"),
        ParityRow(
            .walletAPI, "getDidDocument", ["type"], since: "V1",
            ours: "`WalletAPI.getDidDocument(type:)`, `WalletVault.document(_:)`",
            note: "the registered version; the first version also while it is pending",
            test: "WalletAPIFrontTests.documents"),
        ParityRow(
            .walletAPI, "getSignedWalletInfo", since: "V1", ours: "`WalletAPI.getSignedWalletInfo()`",
            test: "WalletAPIFrontTests.walletInfo"),
        ParityRow(
            .walletAPI, "getSignedDidAuth", ["authNonce", "passcode"], since: "V1",
            ours: "`WalletAPI.getSignedDidAuth(authNonce:passcode:)`",
            note:
                "uses the registered version of the document, in an update too, because the registry cannot resolve the next version yet",
            test: "WalletAPIFrontTests.didAuth"),
        ParityRow(
            .walletAPI, "requestRegisterUser", ["tasURL", "txId", "hWalletToken", "serverToken", "signedDIDDoc"],
            purposes: AcceptedPurposes.createDocument, since: "V1",
            ours: "`WalletAPI.requestRegisterUser(tasURL:txId:hWalletToken:serverToken:signedDIDDoc:)`, "
                + "`OpenDIDWallet.registerUser(kycTxId:pin:bioPrompt:)`",
            note: "sends only the pending document of this wallet", test: "WalletAPIFlowTests.registration"),
        ParityRow(
            .walletAPI, "requestUpdateUser",
            ["tasURL", "txId", "hWalletToken", "serverToken", "didAuth", "signedDIDDoc"],
            purposes: AcceptedPurposes.updateDocument, since: "V1",
            ours: "`WalletAPI.requestUpdateUser(tasURL:txId:hWalletToken:serverToken:didAuth:signedDIDDoc:)`, "
                + "`OpenDIDWallet.updateDocument(_:unlock:)`",
            note:
                "sends only the pending document of this wallet; trust agents of release 1 give no nonce for an update, so they do not support it",
            test: "WalletAPIFlowTests.update"),
        ParityRow(
            .walletAPI, "requestRestoreUser", ["tasURL", "txId", "hWalletToken", "serverToken", "didAuth"],
            purposes: AcceptedPurposes.restoreUser, since: "V1",
            ours:
                "`WalletAPI.requestRestoreUser(tasURL:txId:hWalletToken:serverToken:didAuth:)`, `OpenDIDWallet.restore(_:unlock:)`",
            test: "WalletAPIFlowTests.restoration"),
    ]
}
