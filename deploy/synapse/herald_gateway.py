"""A module for Synapse: it accepts a Herald gateway's proof where Synapse asks for a password (SDN sheet 8.1 and 8.3).

A wallet signs for the gateway. The gateway then tells Synapse so by a JSON Web Token, which is signed with the same key as its logins, but for another
audience: neither token is accepted in the place of the other. A proof is for one user and one session of interactive authentication, and lasts 60 s.

Synapse must find this file, for example in the directory that the environment variable PYTHONPATH names. `herald gateway init` prints the lines for
homeserver.yaml. It needs what Synapse's package extra `jwt` needs. Each process that serves the endpoints of clients loads it.
"""

import logging
from typing import Any, Dict, Optional, Tuple

from authlib.jose import JsonWebToken
from synapse.module_api import ModuleApi
from synapse.module_api.errors import ConfigError

logger = logging.getLogger(__name__)

# The stage of interactive authentication. Only the gateway can complete it. Clients see it only for requests that the gateway does not confirm, such as one
# that adds an email address (SDN sheet 8.4).
STAGE = "org.sdn.gateway.proof"
# The longest proof, in characters.
LONGEST = 4096


class GatewayProofs:
    def __init__(self, config: Dict[str, str], api: ModuleApi) -> None:
        self._api = api
        self._key = config["public_key"]
        self._tokens = JsonWebToken(["ES256"])
        self._claims = {
            "iss": {"essential": True, "value": config["issuer"]},
            "aud": {"essential": True, "value": config["audience"]},
            "sub": {"essential": True},
            "sid": {"essential": True},
            "exp": {"essential": True},
        }
        api.register_password_auth_provider_callbacks(auth_checkers={(STAGE, ("proof", "session")): self.check})

    @staticmethod
    def parse_config(config: Any) -> Dict[str, str]:
        for name in ("public_key", "issuer", "audience"):
            if not isinstance(config, dict) or not isinstance(config.get(name), str) or not config[name]:
                raise ConfigError(f"herald_gateway: {name} is needed, as herald gateway init prints it")
        if "PRIVATE" in config["public_key"]:
            raise ConfigError("herald_gateway: public_key is a private key, which belongs to the gateway alone")
        return config

    async def check(self, username: str, login_type: str, stage: Dict[str, Any]) -> Optional[Tuple[str, None]]:
        proof, session = stage.get("proof"), stage.get("session")
        if not isinstance(proof, str) or len(proof) > LONGEST or not isinstance(session, str):
            return None
        user = self._api.get_qualified_user_id(username)
        try:
            claims = self._tokens.decode(proof, key=self._key, claims_options=self._claims)
            # The clocks of two machines differ a little.
            claims.validate(leeway=60)
        except Exception as error:  # noqa: BLE001 - the text comes from a stranger, and each way in which it cannot be read is a refusal
            logger.warning("a gateway's proof was refused: %s", type(error).__name__)
            return None
        if claims["sub"] != user or claims["sid"] != session:
            logger.warning("a gateway's proof was refused: it is for another user or session")
            return None
        return user, None
