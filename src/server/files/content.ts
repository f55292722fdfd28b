import { open } from 'node:fs/promises'

interface Kind {
  /** The content type under which it is served. */
  readonly type: string
  /** The content types that detection must find; text files have no signature. */
  readonly found: readonly string[] | 'text'
}

const image = (type: string, ...found: string[]): Kind => ({ type: `image/${type}`, found })
const office = (type: string, found: string): Kind => ({ type: `application/${type}`, found: [found] })

/** Every kind of file that may be stored, by extension. Nothing that a browser would execute: no html, no svg. */
const kinds: Readonly<Record<string, Kind>> = {
  jpg: image('jpeg', 'jpg'),
  jpeg: image('jpeg', 'jpg'),
  png: image('png', 'png', 'apng'),
  gif: image('gif', 'gif'),
  bmp: image('bmp', 'bmp'),
  webp: image('webp', 'webp'),
  heic: image('heic', 'heic'),
  pdf: office('pdf', 'pdf'),
  doc: office('msword', 'cfb'),
  xls: office('vnd.ms-excel', 'cfb'),
  ppt: office('vnd.ms-powerpoint', 'cfb'),
  docx: office('vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'),
  xlsx: office('vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'),
  pptx: office('vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'),
  zip: office('zip', 'zip'),
  rar: office('vnd.rar', 'rar'),
  '7z': office('x-7z-compressed', '7z'),
  mp3: { type: 'audio/mpeg', found: ['mp3'] },
  mp4: { type: 'video/mp4', found: ['mp4'] },
  txt: { type: 'text/plain; charset=utf-8', found: 'text' },
  csv: { type: 'text/plain; charset=utf-8', found: 'text' },
  md: { type: 'text/plain; charset=utf-8', found: 'text' },
}

export interface Recognised {
  readonly extension: string
  readonly type: string
  readonly isImage: boolean
}

const HEAD = 4096

/** Plain text: no control bytes at the beginning, and no markup that a browser might take for a page. */
async function looksLikeText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    const head = buffer.subarray(0, bytesRead)
    const binary = head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))
    return !binary && !/<\s*(!doctype|html|head|body|svg|script|iframe|\?xml)/i.test(head.toString('latin1'))
  } finally {
    await handle.close()
  }
}

/** The kind of a file, by its name and its content; undefined if they disagree or it may not be stored. */
export async function recognise(file: string, name: string): Promise<Recognised | undefined> {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  if (!kind) return undefined
  const { fileTypeFromFile } = await import('file-type')
  const content = await fileTypeFromFile(file)
  const fits = kind.found === 'text' ? !content && (await looksLikeText(file)) : kind.found.includes(content?.ext ?? '')
  return fits ? { extension, type: kind.type, isImage: kind.type.startsWith('image/') } : undefined
}
