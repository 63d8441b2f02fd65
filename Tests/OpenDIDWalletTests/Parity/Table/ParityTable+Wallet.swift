import OpenDID_DataModel

@testable import OpenDIDWallet

extension ParityTable {
    static let walletRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "isExistWallet", since: "V1", ours: "`WalletAPI.isExistWallet()`, `WalletVault.isCreated`",
            test: "WalletAPIFrontTests.existence"),
        ParityRow(
            .walletAPI, "createWallet", ["tasURL", "walletURL"], since: "V1",
            ours: "`WalletAPI.createWallet(tasURL:walletURL:)`, `OpenDIDWallet.create()`",
            note: "the wallet checks the wallet provider's attestation and certificate",
            test: "WalletAPIFlowTests.createWallet"),
        ParityRow(
            .walletAPI, "deleteWallet", since: "V1",
            ours: "`WalletAPI.deleteWallet()`, `WalletVault.deleteWallet(all:)`",
            test: "WalletAPIFrontTests.deleteWallet"),
        ParityRow(
            .walletAPI, "deleteWallet", ["deleteAll"], since: "V2",
            ours: "`WalletAPI.deleteWallet(deleteAll:)`, `WalletVault.deleteWallet(all:)`",
            note: "`false` removes the lock too; a locked wallet can only be deleted as a whole",
            test: "WalletAPIFrontTests.deleteUser"),
    ]

    static let tokenRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "createWalletTokenSeed", ["purpose", "pkgName", "userId"], since: "V1",
            ours: "`WalletAPI.createWalletTokenSeed(purpose:pkgName:userId:)`",
            note:
                "a package that is not on the list of allowed apps gets no seed; `validUntil` is 30 minutes ahead instead of now",
            test: "WalletAPITokenTests.seeds"),
        ParityRow(
            .walletAPI, "createNonceForWalletToken", ["walletTokenData", "APIGatewayURL"], since: "V1",
            ours: "`WalletAPI.createNonceForWalletToken(walletTokenData:APIGatewayURL:)`",
            note:
                "the data must answer a seed that the same process created, and only once; a token for another user than the bound one is refused",
            test: "WalletAPIFlowTests.tokens"),
        ParityRow(
            .walletAPI, "bindUser", ["hWalletToken"], purposes: AcceptedPurposes.bindUser, since: "V1",
            ours: "`WalletAPI.bindUser(hWalletToken:)`, `OpenDIDWallet.personalize(userId:passcode:)`",
            test: "WalletAPITokenTests.bindUser"),
        ParityRow(
            .walletAPI, "unbindUser", ["hWalletToken"], purposes: AcceptedPurposes.unbindUser, since: "V1",
            ours: "`WalletAPI.unbindUser(hWalletToken:)`, `OpenDIDWallet.depersonalize()`",
            .differs(
                "deletes the user's keys, documents, credentials and token; the original deletes only the user's row"),
            test: "WalletAPITokenTests.unbindUser"),
        ParityRow(
            .walletAPI, "registerLock", ["hWalletToken", "passcode", "isLock"], purposes: AcceptedPurposes.registerLock,
            since: "V1",
            ours:
                "`WalletAPI.registerLock(hWalletToken:passcode:isLock:)`, `WalletVault.registerLock(passcode:isLock:pin:)`",
            note:
                "the lock encrypts the whole vault; a passcode has at least 4 characters; with `isLock: false` no passcode is stored",
            test: "WalletAPILockTests.lock"),
        ParityRow(
            .walletAPI, "authenticateLock", ["passcode"], since: "V1",
            ours: "`WalletAPI.authenticateLock(passcode:)`, `WalletVault.authenticateLock(passcode:)`",
            .differs(
                "returns empty data instead of the key under the passcode, which never leaves the vault; a wrong passcode throws and causes a "
                    + "growing delay, and the tenth in a row is the last"),
            test: "WalletAPILockTests.lock"),
        ParityRow(
            .walletAPI, "isLock", since: "V1", ours: "`WalletAPI.isLock()`, `WalletVault.isLock`",
            test: "WalletAPILockTests.unlockType"),
        ParityRow(
            .walletAPI, "changeLock", ["oldPasscode", "newPasscode"], since: "V2",
            ours: "`WalletAPI.changeLock(oldPasscode:newPasscode:)`, `WalletVault.changeLock(old:new:)`",
            test: "WalletAPILockTests.changeLock"),
        ParityRow(
            .walletAPI, "changePin", ["id", "oldPIN", "newPIN"], since: "V2",
            ours: "`WalletAPI.changePin(id:oldPIN:newPIN:)`, `WalletVault.changePIN(_:keyID:old:new:)`",
            note: "for registered keys; a key that is not registered yet is created again instead",
            test: "WalletAPILockTests.changePin"),
        ParityRow(
            .walletAPI, "authenticatePin", ["id", "pin"], since: "V2",
            ours: "`WalletAPI.authenticatePin(id:pin:)`, `WalletVault.authenticatePIN(_:keyID:pin:)`",
            note: "for registered keys; wrong PINs cause a growing delay", test: "WalletAPILockTests.authenticatePin"),
    ]
}
