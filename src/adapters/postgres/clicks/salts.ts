import type postgres from 'postgres';
import type { SharedSalts } from '#core/clicks/keep-salts';

type Row = { salt: Uint8Array };

/** The salts that all instances on one Postgres share. */
export function postgresSalts(sql: postgres.Sql): SharedSalts {
  const find = async (day: string): Promise<Uint8Array | null> => {
    const [row] = await sql<Row[]>`SELECT salt FROM visitor_salts WHERE day = ${day}`;
    return row?.salt ?? null;
  };
  return {
    find,
    obtain: async (day, fresh) => {
      await sql`
        INSERT INTO visitor_salts (day, salt) VALUES (${day}, ${Buffer.from(fresh)})
        ON CONFLICT (day) DO NOTHING`;
      const salt = await find(day);
      if (salt === null) throw new Error(`the salt of ${day} was destroyed as it was made`);
      return salt;
    },
    destroyBefore: async (day) => {
      await sql`DELETE FROM visitor_salts WHERE day < ${day}`;
    },
  };
}
