"""The embedded PostgreSQL, run for real."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine


async def test_each_test_gets_an_empty_database_of_its_own(postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE pages (id int)"))
        tables = await connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        assert tables.scalars().all() == ["pages"]
    await engine.dispose()
