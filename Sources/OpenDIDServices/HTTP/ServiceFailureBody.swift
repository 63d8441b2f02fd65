import HeraldJSON
import OpenDID_DataModel

extension ServiceResponse {
    /// Creates the answer for an error.
    init(_ error: ServiceError) {
        let body: JSONValue = ["code": .string(error.code.text), "description": .string(error.description)]
        self.init(status: error.code.status, body: body.serialized())
    }

    /// Creates the answer to a client that exceeded a limit.
    init(_ error: TooManyRequests) {
        self.init(FrontError.tooMany(error.reason))
        retryAfter = error.wait
    }
}
