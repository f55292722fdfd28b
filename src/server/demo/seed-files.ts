import { Readable } from 'node:stream'
import type { Engine } from '../../../engine/server/index.ts'
import { asSystem } from '../access/system-actor.ts'
import type { StoreSettings } from '../files/storage.ts'
import { noteFile } from '../files/stored-rows.ts'
import { openFileStore } from '../files/store.ts'

const files = [
  [
    '实验室安全须知.txt',
    '实验室安全须知\n\n一、进入实验室前检查电源与接地。\n二、接线或改线前断开电源。\n三、发现异味、冒烟立即断电并报告教师。\n',
  ],
  ['设备借用登记.csv', '设备,编号,借用人,归还日期\n示波器,M01,张三,2026-09-30\n信号发生器,M02,李四,2026-10-08\n'],
] as const
const type = 'text/plain; charset=utf-8'

/** Files in the list of stored files. */
export async function seedFiles(engine: Engine, settings: StoreSettings, userId: string): Promise<void> {
  const store = openFileStore(settings, console.warn)
  for (const [name, content] of files) {
    const at = store.placeFor('demo', name.slice(name.lastIndexOf('.') + 1))
    const received = await store.receive(Readable.from([Buffer.from(content)]))
    await noteFile(engine, { ...at, biz: 'demo', name, type, size: received.size, userId })
    await store.keep(received, at, type)
    const rows = [{ fileName: name, url: at.path }]
    await engine.write({ entity: 'storedFile', operation: 'add', rows, ...asSystem })
  }
}
