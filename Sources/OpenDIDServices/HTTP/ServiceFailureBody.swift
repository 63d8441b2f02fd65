import HeraldJSON
import OpenDID_DataModel

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
