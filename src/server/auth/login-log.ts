import { randomUUID } from 'node:crypto'
import type { Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'

export interface LoginEvent {
  readonly kind: 'login' | 'logout'
  readonly ok: boolean
  readonly userId: string | null
  readonly username: string
  readonly ip: string
  readonly content: string
}

/** Write one line of the login log. */
export async function logLogin(tx: Tx, event: LoginEvent): Promise<void> {
  const at = timeText()
  await tx
    .insertInto('sys_login_log')
    .values({
      id: randomUUID(),
      user_id: event.userId,
      username: event.username.slice(0, 100),
      ip: event.ip,
      at,
      day: at.slice(0, 10),
      kind: event.kind,
      ok: event.ok ? 1 : 0,
      content: event.content.slice(0, 200),
    })
    .execute()
}
