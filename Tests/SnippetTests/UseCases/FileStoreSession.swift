import SDNSDK

/// Use case 2 with a file store (SDN sheet 4.1).
func snippet2bis() -> MXSession {
    let credentials = MXCredentials(node: "http://sdn.org",
                                    userId: "@your_user_id:sdn.org",
                                    accessToken: "your_access_token")

    // Create a sdn client
    let mxRestClient = MXRestClient(credentials: credentials, unrecognizedCertificateHandler: nil)

    // Create a sdn session
    let mxSession = MXSession(sdnRestClient: mxRestClient)

    // Make the sdn session open the file store
    // This will preload user's messages and other data
    let store = MXFileStore()
    mxSession.setStore(store) { response in
        guard response.isSuccess else { return }

        // Launch mxSession: it will sync with the node from the last stored data
        // Then it will listen to new coming events and update its data
        mxSession.start { response in
            guard response.isSuccess else { return }

            // mxSession is ready to be used
            // now we can get all rooms with:
            mxSession.rooms()
        }
    }
    return mxSession
}
