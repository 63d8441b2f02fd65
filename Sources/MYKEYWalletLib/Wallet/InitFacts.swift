import Foundation
import MYKEYWire

/// The data from an initialisation, as a `Sendable` value.
struct InitFacts: Sendable {
    var configuration = DappConfiguration(
        appKey: "", userID: "", dappName: "", dappIcon: "", scheme: "", disableInstall: false, installPage: "",
        protocolName: MYKEYProtocol.mykey.rawValue)
    var mykeyServer = ""
    var contractPromptFree = false

    init() {}

    init(_ request: InitRequest) {
        let userID = request.uuidText.isEmpty ? request.UUID?.uuidString ?? "" : request.uuidText
        configuration = DappConfiguration(
            appKey: request.appKey, userID: userID, dappName: request.dappName, dappIcon: request.dappIcon,
            scheme: request.scheme,
            disableInstall: request.disableInstall, installPage: request.installPage, protocolName: request.protocol)
        mykeyServer = request.mykeyServer
        contractPromptFree = request.contractPromptFree
    }
}
