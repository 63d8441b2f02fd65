-- The further databases of compose.yaml; POSTGRES_DB is the first.
CREATE DATABASE gateway;
CREATE DATABASE synapse;
