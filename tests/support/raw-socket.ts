import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** A socket client that works with bytes, for things a browser's socket cannot do: stop reading, or send nonsense. */
export interface RawSocket {
  readonly socket: Socket
  /** Texts of complete frames read so far. */
  readonly texts: readonly string[]
  /** The code of the close frame, when it comes. */
  readonly code: Promise<number | undefined>
  text(text: string): void
  /** A frame with this first byte: 0x81 a text, 0x82 bytes, 0x01 the beginning of a text. */
  frame(first: number, payload: Buffer, masked?: boolean): void
}

function lengthBytes(length: number, mask: number): Buffer {
  if (length < 126) return Buffer.from([mask | length])
  const bytes = Buffer.alloc(length < 65_536 ? 3 : 9)
  bytes[0] = mask | (length < 65_536 ? 126 : 127)
  if (length < 65_536) bytes.writeUInt16BE(length, 1)
  else bytes.writeBigUInt64BE(BigInt(length), 1)
  return bytes
}

/** The first complete frame of the input, and the rest. */
function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | undefined {
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return undefined
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + length) return undefined
  return { opcode: first & 0x0f, payload: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
}

/** Open a socket with this token, as this user, over plain TCP. */
export async function rawSocket(server: string, { token, userId }: { token: string; userId: string }): Promise<RawSocket> {
  const { hostname, port } = new URL(server)
  const socket = connect(Number(port), hostname)
  const closed = Promise.withResolvers<number | undefined>()
  const texts: string[] = []
  let bytes: Buffer = Buffer.alloc(0)
  let isOpen = false
  const read = () => {
    for (let frame = firstFrame(bytes); frame; frame = firstFrame(bytes)) {
      bytes = frame.rest
      if (frame.opcode === 1) texts.push(frame.payload.toString())
      if (frame.opcode === 8) closed.resolve(frame.payload.length < 2 ? undefined : frame.payload.readUInt16BE(0))
    }
  }
  const opened = new Promise<void>((done) => {
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const end = bytes.indexOf('\r\n\r\n')
      if (!isOpen && end >= 0) {
        isOpen = true
        bytes = bytes.subarray(end + 4)
        done()
      }
      if (isOpen) read()
    })
  })
  socket.on('error', () => undefined)
  socket.on('close', () => closed.resolve(undefined))
  const headers = [
    'Host: here',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Protocol: ${token}`,
  ]
  const key = `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`
  socket.write([`GET /api/websocket/${userId} HTTP/1.1`, ...headers, key, '', ''].join('\r\n'))
  await opened
  const frame = (first: number, payload: Buffer, masked = true) => {
    const mask = randomBytes(4)
    const body = masked ? Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))) : payload
    socket.write(Buffer.concat([Buffer.from([first]), lengthBytes(payload.length, masked ? 0x80 : 0), ...(masked ? [mask] : []), body]))
  }
  return { socket, texts, code: closed.promise, frame, text: (text) => frame(0x81, Buffer.from(text)) }
}
