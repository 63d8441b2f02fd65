import HeraldJSON
import SDNWire

/// An error whose HTTP status is not the usual one of its code, or whose body has further members.
struct StatusedError: Error {
    let status: Int
    let error: MatrixError
    /// The members of the body beside those of the error.
    var members = JSONObject()
}
