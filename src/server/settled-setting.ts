import type { Database } from '../../engine/server/index.ts'

const read = ({ read: db }: Database, name: string) =>
  db.selectFrom('sys_setting').select('value').where('name', '=', name).executeTakeFirst()

/** The value of a setting that never changes: the first node that asks decides it. */
export async function settledSetting(db: Database, name: string, value: string): Promise<string> {
  const known = await read(db, name)
  if (known) return known.value
  // Another node may be quicker; then all take what it wrote.
  await db.write((tx) =>
    tx
      .insertInto('sys_setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return (await read(db, name))?.value ?? value
}

/** Whether a node has decided it. */
export const isSettled = async (db: Database, name: string): Promise<boolean> => (await read(db, name)) !== undefined
