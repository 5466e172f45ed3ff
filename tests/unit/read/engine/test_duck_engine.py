from bakeoff.read.engine.duck import KINDS, DuckEngine, Engine


def test_duckdb_is_an_engine():
    engine: Engine = DuckEngine()
    assert set(engine.columns("(SELECT 'a' AS x, 1 AS y)").values()) <= set(KINDS)
    assert engine.name == "DuckDB"
    engine.close()
