import { generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Ceremony {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
}

/** An authenticator in software: makes one passkey and signs with it, rightly or as wrongly as a test wants. */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString('base64url')
  counter = 0
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #site: { readonly origin: string; readonly rpId: string }

  constructor(site: { readonly origin: string; readonly rpId: string }) {
    this.#site = site
  }

  #clientData(type: string, { challenge, origin = this.#site.origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authData({ rpId = this.#site.rpId, isVerified = true }: Ceremony, more = Buffer.alloc(0)): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (more.length > 0 ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(this.counter, 1)
    return Buffer.concat([hash('sha256', rpId, 'buffer'), head, more])
  }

  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
    return isoCBOR.encode(cose)
  }

  /** The answer to a request to make a passkey. */
  make(ceremony: Ceremony): Readonly<Record<string, unknown>> {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = this.#authData(ceremony, Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]))
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The answer to a request to sign in. */
  sign(ceremony: Ceremony & { readonly userId: string }): Readonly<Record<string, unknown>> {
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', ceremony)
    const authData = this.#authData(ceremony)
    const signature = sign('sha256', Buffer.concat([authData, hash('sha256', clientData, 'buffer')]), this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: Buffer.from(ceremony.userId).toString('base64url'),
      },
    }
  }
}
