import { expect, test } from 'vitest'
import { Abandoned, ImportPlan } from '../../../../../engine/server/transfer/check/import-plan.ts'

const added = (plan: ImportPlan, count: number) => {
  for (let n = 0; n < count; n++) plan.adds.push({ row: plan.total + 2, data: {} })
  plan.grow()
}
const wrong = (plan: ImportPlan) => {
  plan.refuse({ row: plan.total + 2, column: '', field: '', value: '', message: '' })
  plan.grow()
}
const sizeOf = async (next: Promise<IteratorResult<readonly unknown[]>>) => {
  const { value, done } = await next
  return done ? 'end' : value.length
}

test('rows to add are given out as soon as there are enough for a batch, and the rest when there will be no more', async () => {
  const plan = new ImportPlan()
  const batches = plan.addsInBatches(2)
  const first = sizeOf(batches.next())
  added(plan, 1)
  added(plan, 2)
  expect(await first).toBe(2)
  const second = sizeOf(batches.next())
  wrong(plan)
  plan.grow('whole')
  expect(await second).toBe(1)
  expect(await sizeOf(batches.next())).toBe('end')
})

test('where all must be good, nobody waits for rows that follow a wrong one', async () => {
  const plan = new ImportPlan()
  const batches = plan.addsInBatches(2, { allMustBeGood: true })
  added(plan, 3)
  expect(await sizeOf(batches.next())).toBe(2)
  const second = sizeOf(batches.next())
  wrong(plan)
  expect(await second).toBe('end')
})

test('nobody goes on with rows of a file that cannot be read to its end', async () => {
  const plan = new ImportPlan()
  const batches = plan.addsInBatches(2)
  const first = batches.next()
  plan.grow('abandoned')
  await expect(first).rejects.toThrow(Abandoned)
  await expect(plan.whole()).rejects.toThrow(Abandoned)
})

test('a check that still runs when the rest of the file is lost does not make it grow again', async () => {
  const plan = new ImportPlan()
  plan.grow('abandoned')
  added(plan, 2)
  await expect(plan.addsInBatches(2).next()).rejects.toThrow(Abandoned)
  expect(plan.isGrowing).toBe(false)
})
