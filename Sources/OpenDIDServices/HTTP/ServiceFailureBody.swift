import HeraldJSON
import OpenDID_DataModel

/// The body of an error (OpenDID sheet 5.3).
struct ServiceFailureBody: ModelObject {
    var code: String
    var description: String
    var unknownMembers = UnknownMembers()

    init(code: String, description: String) {
        self.code = code
        self.description = description
    }
}

extension ServiceResponse {
    /// The answer to an error.
    init(_ error: ServiceError) {
        let body: JSONValue = ["code": .string(error.code.text), "description": .string(error.description)]
        self.init(status: error.code.status, body: body.serialized())
    }

    /// The answer to a client that did too much.
    init(_ error: TooManyRequests) {
        self.init(FrontError.tooMany(error.reason))
        retryAfter = error.wait
    }
}
