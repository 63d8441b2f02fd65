"""Upstream's refusals, word for word: code, description and HTTP status of each ErrorCode that these servers throw."""

from __future__ import annotations

Row = tuple[str, int]

# did-ta-server V1.0.0 base/exception/ErrorCode.java:27-257
TAS: dict[int, Row] = {
    10001: ("Failed to decode data: incorrect encoding.", 400),
    11001: ("Failed to find DID offer.", 400),
    12004: ("Failed to process the request: invalid request body.", 400),
    12005: ("Unsupported token purpose provided.", 400),
    12006: ("Failed to parse DID Document.", 400),
    12007: ("Provider DID mismatch.", 400),
    12008: ("Unsupported Cipher Type.", 400),
    12009: ("Invalid DID Document version.", 400),
    12011: ("The requested DID does not match the DID in the Offer.", 400),
    14000: ("Failed to find entity: entity is not registered.", 500),
    14001: ("Failed to find issuer: issuer is not registered.", 400),
    15002: ("Failed to retrieve DID document on the blockchain.", 500),
    15005: ("Failed to retrieve VC meta on the blockchain.", 500),
    16000: ("Failed to find transaction: the transaction does not exist.", 400),
    16001: ("Failed to process transaction: the transaction is not valid.", 400),
    16510: ("Failed to verify signature: the signature is invalid.", 400),
    16511: ("Failed to verify signature.", 400),
    16516: ("Failed to verify DID document key proof.", 400),
    16519: ("Failed to process client nonce: invalid nonce.", 400),
    16520: ("'authNonce' does not match.", 400),
    16521: ("Failed to process the 'request-ecdh' API request.", 500),
    17000: ("Failed to register user DID: user DID already exists.", 400),
    17002: ("Failed to find user: user is not registered.", 400),
    17003: ("Failed to process request: user status is not 'Activated'.", 400),
    17004: ("Failed to find app: app is not registered.", 400),
    17005: ("Failed to authenticate app: app ID does not match.", 400),
    17007: ("Failed to find push token.", 400),
    17008: ("Failed to process the 'propose-register-user' API request.", 500),
    17009: ("Failed to process the 'request-register-user' API request.", 500),
    17010: ("Failed to process the 'request-confirm-user' API request.", 500),
    17012: ("Failed to process the 'request-update-diddoc' API request.", 500),
    17014: ("Failed to process request: user status is not 'Deactivated'.", 400),
    17015: ("Failed to process the 'propose-restore-diddoc' API request.", 500),
    17016: ("Failed to process the 'request-restore-diddoc' API request.", 500),
    17018: ("Failed to process the 'retrieve-kyc' API request.", 500),
    17019: ("Failed to process the 'offer-restore-did-push' API request.", 500),
    17500: ("Wallet Provider has not registered.", 500),
    17501: ("Wallet ID already exists.", 400),
    17502: ("Failed to find wallet: wallet is not registered.", 400),
    18006: ("Failed to process DID document: invalid updated time.", 400),
    18007: ("Failed to process DID document: invalid context.", 400),
    18008: ("Failed to process DID document: invalid document ID.", 400),
    18009: ("Failed to process DID document: invalid controller.", 400),
    18014: ("Failed to process DID document: invalid creation time.", 400),
    18015: ("Failed to process DID document: invalid deactivated.", 400),
    18018: ("Failed to process request: ID of DID Document does not match the previously requested DID.", 400),
    18510: ("Failed to find certificate VC.", 400),
    18516: ("Failed to find VC meta.", 500),
    18518: ("Failed to revoke VC: VC is already revoked.", 400),
    18520: ("Failed to process the 'propose-issue-vc' API request.", 500),
    18521: ("Failed to process the 'request-issue-profile' API request.", 500),
    18522: ("Failed to process the 'request-issue-vc' API request.", 500),
    18523: ("Failed to process the 'confirm-issue-vc' API request.", 500),
    18524: ("Failed to process the 'propose-revoke-vc' API request.", 500),
    18525: ("Failed to process the 'request-revoke-vc' API request.", 500),
    18526: ("Failed to process the 'confirm-revoke-vc' API request.", 500),
    18527: ("Failed to process the 'offer-issue-vc-qr' API request.", 500),
    18530: ("Failed to process the 'get-vc-schema' API request.", 500),
    19002: ("Failed to process token: the token has expired.", 400),
    19003: ("Failed to authenticate: the token provided is invalid.", 400),
    19004: ("Failed to find token: token is not registered.", 400),
    19005: ("Failed to process the 'request-create-token' API request.", 500),
    19501: ("Failed to process the 'get-vcplan' API request.", 500),
    19502: ("Failed to process the 'get-allowed-ca-list' API request.", 500),
    20021: ("Failed to process the 'update-push-token' API request.", 500),
    20022: ("Failed to process the 'update-diddoc-deactivated' API request.", 500),
    90003: ("An unknown server error has occurred.", 500),
}
# did-issuer-server V1.0.0 base/exception/ErrorCode.java:31-128
ISSUER: dict[int, Row] = {
    1: ("The transaction does not exist.", 400),
    2: ("The transaction is not valid.", 400),
    4: ("The refId is not valid.", 400),
    7: ("Failed to process the 'generate-issue-profile' API request.", 500),
    8: ("Failed to process the 'issue-vc' API request.", 500),
    11: ("Failed to process the 'revoke-vc' API request.", 500),
    13: ("Failed to process the 'issue-vc-result' API request.", 500),
    101: ("Invalid DID Document version.", 400),
    200: ("The Offer does not exist.", 400),
    202: ("The vcPlanId is not valid.", 400),
    203: ("The profile id is not valid.", 400),
    204: ("The profile issuer nonce is not valid.", 400),
    206: ("The VC does not exist.", 400),
    207: ("VC ID does not match.", 400),
    208: ("Failed to parse Request VC.", 400),
    209: ("This VC is Revoked.", 400),
    210: ("The issuer nonce is not valid.", 400),
    211: ("VC Schema name is not valid", 400),
    300: ("The Holder does not exist.", 400),
    403: ("Failed to decrypt data.", 500),
    413: ("Failed to Signature verification.", 400),
    602: ("Failed to retrieve DID document on the blockchain.", 500),
    702: ("Unable to process the request.", 400),
}
# did-verifier-server V1.0.0 base/exception/ErrorCode.java:30-92, V2.0.0 :112
VERIFIER: dict[int, Row] = {
    100: ("Unable to process the request.", 400),
    200: ("VP_OFFER is not found.", 400),
    201: ("VP_POLICY is not found.", 400),
    202: ("VP verification failed.", 500),
    203: ("VP_PROFILE is not found.", 500),
    300: ("Transaction not found.", 400),
    301: ("Transaction status is not pending.", 400),
    400: ("Invalid AuthType: Type mismatch.", 400),
    402: ("Invalid nonce.", 400),
    409: ("Failed to decrypt data.", 500),
    601: ("Failed to find DID document.", 500),
    701: ("E2E is invalid.", 400),
    801: ("VC Status id not valid", 400),
    900: ("Failed to process the 'request-offer-qr' API request.", 500),
    901: ("Failed to process the 'confirm-verify' API request.", 500),
    902: ("Failed to process the 'request-profile' API request.", 500),
    903: ("Failed to process the 'request-verify' API request.", 500),
}
# did-ca-server V1.0.0 base/exception/ErrorCode.java:29-68
CAS: dict[int, Row] = {
    100: ("Unable to process the request.", 400),
    400: ("User PII not found.", 400),
    800: ("Failed to process the 'request-wallet-tokendata' API request.", 500),
    801: ("Failed to process the 'request-attested-appinfo' API request.", 500),
    802: ("Failed to process the 'save-user-info' API request.", 500),
    803: ("Failed to process the 'retrieve-pii' API request.", 500),
}
# did-wallet-server V1.0.0 base/exception/ErrorCode.java:31-66
WALLET: dict[int, Row] = {
    103: ("Failed to request sign wallet.", 500),
    203: ("Verify Signature Failed.", 400),
    502: ("Unable to process the request.", 400),
    503: ("Server Error", 500),
}
# did-api-server V1.0.0 and V2.0.0 base/exception/ErrorCode.java:31-41
GATEWAY: dict[int, Row] = {
    200: ("Failed to retrieve DID document.", 500),
    201: ("Failed to retrieve VC meta.", 500),
    300: ("Failed to find DID: DID value is invalid.", 400),
    301: ("Failed to process DID: DID is invalid.", 400),
    400: ("Failed to process VC: VC ID is invalid.", 400),
    401: ("Failed to find VC: VC META data not found.", 400),
}
CODES = {
    "tas": ("SSRVTRA", TAS), "issuer": ("SSRVISS", ISSUER), "verifier": ("SSRVVRF", VERIFIER), "cas": ("SCRVCFA", CAS),
    "wallet": ("SSRVWLT", WALLET), "gateway": ("SSRVAGW", GATEWAY),
}


class Refusal(Exception):
    """A refusal, which the caller receives instead of an answer. `why` is for the reader of a failed check and is never sent."""

    def __init__(self, code: str, description: str, status: int, why: str = "") -> None:
        super().__init__(f"{status} {code}{': ' + why if why else ''}")
        self.code, self.description, self.status, self.why = code, description, status, why

    def relayed(self) -> Refusal:
        """A foreign server's error in the trust agent's answer: always 400 (did-ta-server V1.0.0 GlobalControllerAdvice.java:49-53)."""
        return Refusal(self.code, self.description, 400, self.why)


def refusal(server: str, number: int, why: str = "", status: int | None = None) -> Refusal:
    """One of a server's own codes. An unreadable body has another status than its code says, hence the last argument."""
    prefix, rows = CODES[server]
    description, usual = rows[number]
    return Refusal(f"{prefix}{number:05}", description, status or usual, why)


def tas(number: int, why: str = "") -> Refusal:
    return refusal("tas", number, why)


def issuer(number: int, why: str = "") -> Refusal:
    return refusal("issuer", number, why)


def verifier(number: int, why: str = "") -> Refusal:
    return refusal("verifier", number, why)


def require(condition: object, reason: Refusal) -> None:
    if not condition:
        raise reason
