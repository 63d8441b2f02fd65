import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The report of an error from any module: its stable code, the affected field and a sentence.
struct ErrorReport {
    let code: String
    let field: String
    let reason: String
    /// The server's answer, if the error is a server's refusal.
    private(set) var server: ServiceFailure?
    /// The time when a passcode or PIN may be tried again.
    private(set) var retryAt: UTCInstant?
    let sentence: String

    init(_ error: any Error) {
        switch error {
        case let error as WalletError:
            (code, field, reason, sentence) = (error.code.rawValue, error.field, error.reason, Self.sentence(error))
            (server, retryAt) = (error.serverError, error.retryAt)
        case let error as DataModelError:
            (code, field, reason, sentence) = (error.code.rawValue, error.field, error.reason, "\(error)")
        case let error as JSONError:
            (code, field, reason, sentence) = ("json", error.path, error.reason, "\(error)")
        case let error as ServerRefusal:
            (code, field, reason, sentence) = ("refused", error.endpoint, error.failure.text, "\(error)")
            server = error.failure
        case let error as TransportFailure:
            (code, field, reason, sentence) = ("transport", error.kind.rawValue, error.reason, error.reason)
        case let error as CommandFailure:
            (code, field, reason, sentence) = (error.code, "", error.description, error.description)
        default:
            (code, field, reason, sentence) = ("failed", "", "\(error)", "\(error)")
        }
    }

    var json: String {
        var object: JSONObject = ["error": .string(code), "reason": .string(reason)]
        if !field.isEmpty { object["field"] = .string(field) }
        if let server {
            object["status"] = .int(Int64(server.status))
            if !server.code.isEmpty { object["server"] = .string(server.code) }
            if !server.text.isEmpty { object["said"] = .string(server.text) }
        }
        if let retryAt { object["retryAt"] = .string(retryAt.text) }
        return PrintedText.json(String(decoding: JSONValue.object(object).serialized(), as: UTF8.self))
    }

    private static func sentence(_ error: WalletError) -> String {
        "\(error)" + (error.retryAt.map { "; to be tried again from \($0.text) on" } ?? "")
    }
}

/// An error of a command, described in one sentence.
struct CommandFailure: Error, CustomStringConvertible {
    /// The error's stable code, for scripts.
    let code: String
    let description: String

    init(_ description: String, code: String = "command") {
        self.code = code
        self.description = description
    }
}

/// The error if a server refused a call.
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
