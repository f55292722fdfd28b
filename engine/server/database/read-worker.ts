import { parentPort, workerData } from 'node:worker_threads'
import type { SqlStatement } from '../contract.ts'
import { processorTime } from './processor-time.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { cachePrepared } from './statement-cache.ts'

/** Its rows as lists of values, which cross threads cheaper than objects do. */
export type ReadAnswer =
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[]; readonly took: number }
  | { readonly message: string; readonly code: string }

const { file }: { readonly file: string } = workerData
const db = sqliteConnection(file, { readonly: true })
cachePrepared(db)

function answerTo({ sql, parameters }: SqlStatement): ReadAnswer {
  const began = processorTime()
  try {
    const statement = db.prepare<unknown[], readonly unknown[]>(sql).raw()
    const rows = statement.all(parameters)
    return { columns: statement.columns().map(({ name }) => name), rows, took: processorTime() - began }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { message: error.message, code: 'code' in error ? String(error.code) : '' }
  }
}

parentPort?.on('message', (request: SqlStatement) => parentPort?.postMessage(answerTo(request)))
