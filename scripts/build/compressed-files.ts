import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Pages are not among them: each gets its own nonce when it is sent. */
const packed = /\.(js|css|svg)$/

const ways = [
  {
    ending: '.br',
    pack: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
  },
  { ending: '.gz', pack: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
]

async function packFile(path: string): Promise<void> {
  const bytes = readFileSync(path)
  for (const { ending, pack } of ways) {
    const small = await pack(bytes)
    if (small.length < bytes.length) await writeFile(path + ending, small)
  }
}

/** Beside each built file its Brotli and gzip forms, made once at the highest level instead of for each answer. */
export const compressedFiles: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => packed.test(file))
    await Promise.all(files.map((file) => packFile(join(dir, file))))
  },
}
