import { expect, test } from 'vitest'
import { openRouteTable } from '../../../../src/server/gateway/route-table.ts'
import { testApp } from '../../../support/build-app.ts'

test('a node that has closed reads the routes no more, even if it is told of a change', async () => {
  const warnings: string[] = []
  const { app, close } = await testApp({ database: 'sqlite' })
  const table = openRouteTable(app.engine, (sentence) => warnings.push(sentence))
  await close()
  table.close()
  await table.reload()
  expect(warnings).toEqual([])
})
