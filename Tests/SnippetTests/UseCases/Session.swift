import SDNSDK

/// Use case 2: a session without a store (SDN sheet 4.1). The statement `mxSession.rooms` is the specification's, with its warning.
func snippet2() -> MXSession {
    let credentials = MXCredentials(node: "http://sdn.org",
                                    userId: "@your_user_id:sdn.org",
                                    accessToken: "your_access_token")

    // Create a sdn client
    let mxRestClient = MXRestClient(credentials: credentials, unrecognizedCertificateHandler: nil)

    // Create a sdn session
    let mxSession = MXSession(sdnRestClient: mxRestClient)

    // Launch mxSession: it will first make an initial sync with the node
    mxSession.start { response in
        guard response.isSuccess else { return }

        // mxSession is ready to be used
        // now wer can get all rooms with:
        mxSession.rooms
    }
    return mxSession
}
