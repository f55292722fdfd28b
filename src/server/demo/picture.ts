import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 640
const HEIGHT = 400
const GRID = 40

type Colour = readonly [red: number, green: number, blue: number]
const background: Colour = [16, 24, 32]
const lines: Colour = [48, 64, 72]
const traces: readonly Colour[] = [
  [250, 204, 21],
  [52, 211, 153],
]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, check])
}

/** RGB rows as a PNG, each row starting with the byte for "no filter". */
function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

/** The screen of an oscilloscope with the input and the output of an amplifier; each `seed` gives a different one. */
export function scopePicture(seed: number): Buffer {
  const stride = WIDTH * 3 + 1
  const pixels = Buffer.alloc(stride * HEIGHT)
  const put = (x: number, y: number, colour: Colour) => pixels.set(colour, y * stride + 1 + x * 3)
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) put(x, y, x % GRID === 0 || y % GRID === 0 ? lines : background)
  for (const [index, colour] of traces.entries()) {
    const height = index === 0 ? 36 : 90 + (seed % 5) * 14
    const limit = index === 1 && seed % 4 === 0 ? 100 : HEIGHT
    for (let x = 0; x < WIDTH; x++) {
      const wave = Math.sin((x / WIDTH) * Math.PI * (6 + (seed % 3) * 2) + (index === 0 ? 0 : Math.PI)) * height
      const middle = HEIGHT / 2 - Math.max(-limit, Math.min(limit, wave))
      for (let y = -2; y <= 2; y++) put(x, Math.min(HEIGHT - 1, Math.max(0, Math.round(middle + y))), colour)
    }
  }
  return png(pixels)
}
