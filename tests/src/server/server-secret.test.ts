import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testApp, type TestApp } from '../../support/build-app.ts'

test('a node whose key is not the one that the database knows, or that has none, says where to get it and does not start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const start = (): Promise<TestApp> => testApp({ database: 'sqlite', env: { DATA_DIR: folder } })
  await (await start()).close()
  const place = join(folder, 'seal-secret')
  const key = readFileSync(place)

  writeFileSync(place, Buffer.alloc(32, 1).toString('base64url'))
  const remedy = `请把其他节点 DATA_DIR 中的 seal-secret 复制为 ${place}，或让各节点共用一个 DATA_DIR。`
  await expect(start()).rejects.toThrow(`${place} 与加密数据库内容的密钥不同。${remedy}`)
  rmSync(place)
  await expect(start()).rejects.toThrow(`${place} 不存在，而数据库中已有用它加密的内容。${remedy}`)
  writeFileSync(place, key)
  const app = await start()
  expect(await app.signIn('admin')).not.toBe('')
  await app.close()
})
