import Foundation
import SDNSDK

/// Use case 1: the public rooms of a node (SDN sheet 4.1).
func snippet1() {
    let nodeUrl = URL(string: "http://sdn.org")!
    let mxRestClient = MXRestClient(node: nodeUrl, unrecognizedCertificateHandler: nil)
    mxRestClient.publicRooms { response in
        switch response {
        case .success(let rooms):

            // rooms is an array of MXPublicRoom objects containing information like room id
            print("The public rooms are: \(rooms)")

        case .failure: break
        }
    }
}
