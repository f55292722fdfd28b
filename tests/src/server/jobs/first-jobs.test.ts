import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'shiyan-first-jobs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = () => testApp({ database: 'sqlite', env: { DATA_DIR: folder } })
const classesOf = async ({ app }: TestApp): Promise<string[]> => {
  const rows = await app.engine.db.read.selectFrom('sys_quartz_job').select('job_class_name').orderBy('job_class_name').execute()
  return rows.map((row) => String(row.job_class_name))
}

test('an installation of an earlier version gets the jobs that are new, and none that was deleted', async () => {
  const first = await start()
  const all = await classesOf(first)
  expect(all).toContain('AnnouncementsJob')
  // As it was before announcements had a job; the job of the log was deleted since.
  await first.app.engine.db.write(async (tx) => {
    await tx.deleteFrom('sys_quartz_job').where('job_class_name', 'in', ['AnnouncementsJob', 'ClearLogJob']).execute()
    const value = all.filter((name) => name !== 'AnnouncementsJob').join()
    await tx.updateTable('sys_setting').set({ value }).where('name', '=', 'firstJobs').execute()
  })
  await first.close()

  const second = await start()
  const kept = all.filter((name) => name !== 'ClearLogJob')
  expect(await classesOf(second)).toEqual(kept)
  await second.app.engine.db.write((tx) => tx.deleteFrom('sys_setting').where('name', '=', 'firstJobs').execute())
  await second.close()

  const third = await start()
  expect(await classesOf(third), 'before there was a setting, those that are there count').toEqual(all)
  await third.close()
})
