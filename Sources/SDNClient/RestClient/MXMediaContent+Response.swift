import Foundation
import SDNValues

extension MXMediaContent {
    init(_ response: TransportResponse) {
        self.init(
            data: Data(response.body), mimeType: response.headers["content-type"],
            filename: response.headers["content-disposition"].flatMap(Self.filename(in:)))
    }
}
