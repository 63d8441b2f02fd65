/// Schemes that belong to a protocol, an operating system or a wallet and cannot be a dapp's: the one-word entries of IANA's registry of
/// URI schemes, and others that systems and wallets use. A scheme that is missing from the list is treated as a dapp's scheme.
enum RegisteredSchemes {
    static let words = Set(
        """
        aaa aaas about acap acct acd acr adb adiumxtra adt afp afs aim alipay alipays amss android app appdata appgallery applescript apps \
        appstore apt ark asterisk at attachment aw barion bb beshare bitcoin bitcoincash blob bluetooth bolo brid browserext cabal calculator \
        calendar callto cap cast casts chrome chromium cid cifs cmd coap coaps com content crid cstr cvs dab dat data dav davs dhttp diaspora \
        dict did dis discord dlna dns doi dpp drm drop dtmi dtn dvb dvx dweb ed2k edge eid elsi embedded ens eosio esr ethereum example facetime \
        fax fb feed feedready fido file filesystem finger firefox fish fm fmp foo ftp ftps fuchsia geo gg git gitoid gizmoproject go googlechrome \
        gopher graph grd gtalk h323 ham hcap hcp help hxxp hxxps hydrazone hyper iax icap icon im imap imaps imessage imtoken info intent \
        iotdisc ipfs ipn ipns ipp ipps irc irc6 ircs iris isns isostore itms jabber jar jms jdbc keyparc lastfm launch lbry ldap ldaps lid \
        lightning line lorawan lpa lvlt machineprovisioningprogressreporter magnet mail mailserver mailto man maps market matrix message messages \
        messenger metamask mid mms mocha modem monero mongodb mount moz mqtt mqtts ms msdt msnim msrp msrps mss msteams mt mtqp mumble mupdate mvn mvrp \
        netdoc news nfs ni nih nntp notes num ocf odbc oid onenote opaquelocktoken openid openpgp4fpr opera otpauth p1 pack palm paparazzi \
        payment payto pgp photos pkcs11 platform pnm pop pop3 postgres postgresql powershell prefs pres prospero proxy psyc pttp pwid qb query \
        quic rdp redis rediss reload res resource rmi rlogin rsync rtmfp rtmp rtsp rtsps rtspu sarif scp search secondlife secret service \
        session settings sftp sgn shc shell shortcuts shttp sieve signal simpleledger simplex sip sips skype slack smb smbs smp sms smtp smtps snews \
        snmp soap soldat solana spiffe spotify ssb ssh starknet steam stun stuns submit svn swh swid swidpath tag taler teams teamspeak tel telegram \
        teliaeid telnet terminal tftp tg thismessage thzp tip tn3270 tool tr tron trust ts3server turn turns tv udp unreal upi upn upt urn \
        ut2004 uuid vemmi ventrilo ves viber videotex view vnc vscode vsls w3 wais wallet wallpaper wasm wc wcr web web3 webcal webcals \
        webdav webdavs wechat weixin whatsapp widget wifi windowsdefender workflow wpid ws wss wtai wyciwyg xcon xfire xmlrpc xmpp xri ymsgr z39 \
        zoommtg zoomus zoomphonecall
        """.split(separator: " ").map(String.init))

    /// Words that begin or end hyphenated schemes of operating systems, such as `ms-msdt`, `x-apple-…` and `search-ms`.
    static let vendors: Set = [
        "ms", "x", "itms", "chrome", "com", "view", "search", "android", "apple", "microsoft", "windows", "vnd",
        "first", "web",
    ]

    /// The second labels of reverse domain names that belong to operating systems and their vendors, such as `com.apple.…`.
    static let systems: Set = [
        "apple", "microsoft", "google", "android", "ubuntu", "gnome", "kde", "freedesktop", "mozilla",
    ]
}
