import { expect, test } from 'vitest'
import type { Job, StoredPhoto } from '../../../../src/mobile/outbox/entries.ts'
import { storedJobs, storedPhotos } from '../../../../src/mobile/outbox/stored-entries.ts'

const bytes = new Uint8Array([1, 2, 3]).buffer
const photo: StoredPhoto = { id: 'p1', userId: 'u', resultId: 'r', at: 1, bytes }
const job: Job = { id: 'j1', userId: 'u', resultId: 'r', kind: 'submit', at: 2, keep: ['a.jpg'], photoIds: ['p1'] }

test('photos and jobs are read back as stored, with the photo’s bytes unchanged', () => {
  expect(storedPhotos([photo])[0]?.bytes).toBe(bytes)
  expect(storedJobs([job])).toEqual([job])
})

test('an unreadable entry does not affect the others', () => {
  expect(storedPhotos([{ id: 'p0' }, null, { ...photo, at: 'early' }, photo])).toEqual([photo])
  expect(storedJobs([{ ...job, kind: 'fly' }, { ...job, id: '' }, 7, job])).toEqual([job])
  expect([storedPhotos(undefined), storedJobs({})]).toEqual([[], []])
})
