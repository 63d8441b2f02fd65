extension MessageMutation {
    /// With which code the trust agent refuses it (OpenDID sheet 5.3); what an issuer says is passed on.
    /// - Parameter transaction: the code for a message that has the transaction of another message.
    func expectedCode(transaction: String) -> String {
        let name = path.split(separator: ".").last.map(String.init) ?? ""
        let isIssuers = path.hasPrefix("accE2e.") || path.hasPrefix("request.")
        let signature = isIssuers ? "SSRVISS00413" : "SSRVTRA16510"
        if kind == .dropped { return name == "proofValue" ? signature : "9999" }
        let isEmptied = kind == .emptied
        if path.hasPrefix("didAuth.") {
            if path == "didAuth.did" || name == "verificationMethod" { return "SSRVTRA16509" }
            if name == "authNonce" { return "SSRVTRA16520" }
        }
        switch name {
        case "id" where path == "id": return "9999"
        case "txId": return isEmptied ? "SSRVTRA16000" : transaction
        case "serverToken": return "SSRVTRA19003"
        case "did" where path.hasSuffix("wallet.did"), "id": return "SSRVTRA17502"
        case "vcId": return "SSRVTRA18500"
        case "issuerNonce": return "SSRVISS00210"
        case "encReqVc": return isEmptied ? "SSRVISS00401" : "SSRVISS00403"
        case "purpose": return isEmptied ? "SSRVTRA12004" : "SSRVTRA12005"
        case "verificationMethod" where path.hasPrefix("request."): return isEmptied ? signature : "SSRVISS00302"
        case "curve", "created", "proofPurpose", "type": return "SSRVTRA12004"
        default: return isEmptied ? codeOfEmpty(name) ?? signature : signature
        }
    }

    private func codeOfEmpty(_ name: String) -> String? {
        switch (path.hasPrefix("attestedDidDoc."), name) {
        case (_, "did") where path.hasSuffix("provider.did"): "SSRVTRA18510"
        case (true, "walletId"): "SSRVTRA12004"
        case (true, "ownerDidDoc"): "SSRVTRA12006"
        case (false, "nonce"), (false, "clientNonce"): "SSRVTRA16519"
        case (false, "appId"): "SSRVTRA17006"
        default: nil
        }
    }
}
