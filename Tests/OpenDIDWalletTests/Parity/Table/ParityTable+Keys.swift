import OpenDID_DataModel

@testable import OpenDIDWallet

extension ParityTable {
    static let keyRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "generateKeyPair", ["hWalletToken", "passcode", "keyId", "algType", "promptMsg"],
            purposes: AcceptedPurposes.generateKeyPair, since: "V1",
            ours: "`WalletAPI.generateKeyPair(hWalletToken:passcode:keyId:algType:promptMsg:)`, "
                + "`WalletVault.generateKey(_:id:protection:algorithm:stage:)`",
            note: "the key waits with the document that lists it; `promptMsg` is remembered until the process ends",
            test: "WalletAPIKeyTests.generateKeyPair"),
        ParityRow(
            .walletAPI, "deleteKeyPair", ["hWalletToken", "keyId"], purposes: AcceptedPurposes.deleteKeyPair, since: "V2",
            ours: "`WalletAPI.deleteKeyPair(hWalletToken:keyId:)`, `DocumentEdit.removedKeys`",
            .differs(
                "a key in use leaves the key set at once and the vault when the document without it is registered: until then the registry "
                    + "expects it, and an update that fails would lock the holder out. What was taken out and not registered is in again "
                    + "after the process ended"),
            test: "WalletAPIKeyTests.update"),
        ParityRow(.walletAPI, "isAnyKeysSaved", since: "V1", ours: "`WalletAPI.isAnyKeysSaved()`", test: "WalletAPIKeyTests.keyInfos"),
        ParityRow(
            .walletAPI, "isSavedKey", ["keyId"], since: "V2", ours: "`WalletAPI.isSavedKey(keyId:)`",
            test: "WalletAPIKeyTests.deleteKeyPair"),
        ParityRow(
            .walletAPI, "getKeyInfos", ["keyType"], since: "V1",
            ours: "`WalletAPI.getKeyInfos(keyType:)`, `WalletVault.keyInfos(_:stage:)`", test: "WalletAPIKeyTests.keyInfos"),
        ParityRow(
            .walletAPI, "getKeyInfos", ["ids"], since: "V1", ours: "`WalletAPI.getKeyInfos(ids:)`, `WalletVault.keyInfos(_:stage:)`",
            test: "WalletAPIKeyTests.keyInfos"),
    ]

    static let documentRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "createHolderDIDDocument", ["hWalletToken"], purposes: AcceptedPurposes.createDocument, since: "V1",
            ours: "`WalletAPI.createHolderDIDDocument(hWalletToken:)`, `OpenDIDWallet.registerUser(kycTxId:pin:bioPrompt:)`",
            note: "keys are placed by their names; the document waits until it is registered, in release 1 forms too",
            test: "WalletAPIKeyTests.firstDocument"),
        ParityRow(
            .walletAPI, "updateHolderDIDDocument", ["hWalletToken"], purposes: AcceptedPurposes.updateDocument, since: "V2",
            ours: "`WalletAPI.updateHolderDIDDocument(hWalletToken:)`, `OpenDIDWallet.updateDocument(_:unlock:)`",
            test: "WalletAPIKeyTests.update"),
        ParityRow(
            .walletAPI, "saveHolderDIDDocument", since: "V2", ours: "`WalletAPI.saveHolderDIDDocument()`",
            .differs(
                "asks the registry, and keeps the document only when the registry has it. An app that never calls it, as those of release 1, "
                    + "finds its first document kept when it is first needed"),
            test: "WalletAPIKeyTests.releaseOne"),
        ParityRow(
            .walletAPI, "createSignedDIDDoc", ["passcode"], since: "V1", ours: "`WalletAPI.createSignedDIDDoc(passcode:)`",
            note: "every key `pin` and `bio` of the document signs it", test: "WalletAPIKeyTests.firstDocument"),
        ParityRow(
            .walletAPI, "getDidDocument", ["type"], since: "V1", ours: "`WalletAPI.getDidDocument(type:)`, `WalletVault.document(_:)`",
            note: "the registered version; the first one also while it waits", test: "WalletAPIFrontTests.documents"),
        ParityRow(
            .walletAPI, "getSignedWalletInfo", since: "V1", ours: "`WalletAPI.getSignedWalletInfo()`",
            test: "WalletAPIFrontTests.walletInfo"),
        ParityRow(
            .walletAPI, "getSignedDidAuth", ["authNonce", "passcode"], since: "V1",
            ours: "`WalletAPI.getSignedDidAuth(authNonce:passcode:)`",
            note: "with the registered version of the document, in an update too: the registry cannot resolve the next one yet",
            test: "WalletAPIFrontTests.didAuth"),
        ParityRow(
            .walletAPI, "requestRegisterUser", ["tasURL", "txId", "hWalletToken", "serverToken", "signedDIDDoc"],
            purposes: AcceptedPurposes.createDocument, since: "V1",
            ours: "`WalletAPI.requestRegisterUser(tasURL:txId:hWalletToken:serverToken:signedDIDDoc:)`, "
                + "`OpenDIDWallet.registerUser(kycTxId:pin:bioPrompt:)`",
            note: "only the document that waits in this wallet is sent", test: "WalletAPIFlowTests.registration"),
        ParityRow(
            .walletAPI, "requestUpdateUser", ["tasURL", "txId", "hWalletToken", "serverToken", "didAuth", "signedDIDDoc"],
            purposes: AcceptedPurposes.updateDocument, since: "V1",
            ours: "`WalletAPI.requestUpdateUser(tasURL:txId:hWalletToken:serverToken:didAuth:signedDIDDoc:)`, "
                + "`OpenDIDWallet.updateDocument(_:unlock:)`",
            note: "only the document that waits in this wallet is sent; trust agents of release 1 give no nonce for it, and cannot update",
            test: "WalletAPIFlowTests.update"),
        ParityRow(
            .walletAPI, "requestRestoreUser", ["tasURL", "txId", "hWalletToken", "serverToken", "didAuth"],
            purposes: AcceptedPurposes.restoreUser, since: "V1",
            ours: "`WalletAPI.requestRestoreUser(tasURL:txId:hWalletToken:serverToken:didAuth:)`, `OpenDIDWallet.restore(_:unlock:)`",
            test: "WalletAPIFlowTests.restoration"),
    ]
}
