"""However many incidents the record holds, one is found by its id without reading the others."""

import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa


@pytest.mark.parametrize("chosen", ["id = 'INC-101'", "id IN ('INC-101', 'INC-102')"])
def test_an_incident_is_looked_up_by_its_id_and_not_searched_for(sqlite_record: str, chosen: str) -> None:
    asked = f"EXPLAIN QUERY PLAN SELECT title FROM incidents WHERE {chosen} AND workspace_id = 'default'"
    with closing(sqlite3.connect(str(sa.make_url(sqlite_record).database))) as record:
        [(*_, step)] = record.execute(asked)
    assert "(id=? AND workspace_id=?)" in step
