import { connect } from '#adapters/postgres/connect';
import { testEventStore } from '#tests/support/builders/events';
import { testDatabase } from './postgres.ts';
import { schema } from './schema.ts';

/** Both real stores with their tables: the events', and Postgres by connections of its own. */
export async function testStores() {
  const store = await testEventStore();
  const database = await testDatabase(schema);
  const sql = connect(database.url);
  return {
    store,
    sql,
    url: database.url,
    async drop(): Promise<void> {
      await sql.end();
      await database.drop();
      await store.drop();
    },
  };
}
