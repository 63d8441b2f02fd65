import HeraldJSON
import OpenDIDWallet

/// An error: a server refused a call.
struct ServerRefusal: Error, CustomStringConvertible {
    let endpoint: String
    let failure: ServiceFailure

    init(endpoint: String, status: Int, body: [UInt8]) {
        self.endpoint = endpoint
        let said = try? JSONValue(parsing: body)
        failure = ServiceFailure(
            status: status, code: said?["code"]?.stringValue ?? "", text: said?["description"]?.stringValue ?? "")
    }

    var description: String { "\(endpoint) was refused: \(failure)" }
}
