import { InvalidInput, Refused, type Database } from '../../../../engine/server/index.ts'
import { anyText, objectOf, open, texts, type JsonOf } from '../../../../engine/json-schema-parts.ts'
import { asFarAs } from '../../../../engine/outside.ts'
import { timeText } from '../../clock.ts'
import type { OneTimeKeys } from '../short-lived/one-time-keys.ts'
import { noteUse, insertPasskey, passkeysOf, readPasskey, type Passkey } from './passkey-rows.ts'

/** The site as passkeys know it, from PUBLIC_URL. */
export interface Site {
  readonly origin: string
  /** The relying party: the host name. */
  readonly rpId: string
}

export const siteOf = (publicUrl: string): Site => ({ origin: new URL(publicUrl).origin, rpId: new URL(publicUrl).hostname })

/** Where challenges and passkeys are kept. */
interface Stores {
  readonly db: Database
  readonly keys: OneTimeKeys
}

/** Time to answer the browser's question, in milliseconds. */
const TIMEOUT = 3 * 60_000
const MOST_PASSKEYS = 20

/** The library loads with the first passkey. */
const library = () => import('@simplewebauthn/server')

interface Credential<R> {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: R
}
interface Attestation {
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports?: readonly string[]
}
interface Assertion {
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle?: string
}

const credentialOf = <R>(response: JsonOf<R>) =>
  open(
    objectOf<Credential<R>>({
      required: { id: true, rawId: true, type: true, response: true },
      properties: { id: anyText, rawId: anyText, type: { const: 'public-key' }, response },
    }),
  )
const attestation = credentialOf(
  open(
    objectOf<Attestation>({
      required: { clientDataJSON: true, attestationObject: true },
      properties: { clientDataJSON: anyText, attestationObject: anyText, transports: texts },
    }),
  ),
)
const assertion = credentialOf(
  open(
    objectOf<Assertion>({
      required: { clientDataJSON: true, authenticatorData: true, signature: true },
      properties: { clientDataJSON: anyText, authenticatorData: anyText, signature: anyText, userHandle: anyText },
    }),
  ),
)

const unusable = () => new Refused('通行密钥验证失败，请重试或换一种方式登录')
const clientExtensionResults = {}

/** What the browser needs to make a passkey for this user. */
export async function addOptions({ db, keys }: Stores, site: Site, user: { id: string; username: string; realname: string }) {
  const present = await passkeysOf(db.read, user.id)
  if (present.length >= MOST_PASSKEYS) throw new Refused(`最多可添加 ${MOST_PASSKEYS} 个通行密钥`)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: '实验课程考察管理系统',
    rpID: site.rpId,
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.realname,
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: present.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keys.keep(options.challenge, { purpose: 'passkey-add', userId: user.id })
  return options
}

/** Check and store the passkey that the browser has made. */
export async function storePasskey(
  { db, keys }: Stores,
  site: Site,
  added: { userId: string; name: string; credential: unknown },
): Promise<void> {
  const { userId, name } = added
  const sent = asFarAs(attestation, added.credential)
  if (!sent) throw new InvalidInput({ credential: '通行密钥格式不正确!' })
  const { transports = [], ...response } = sent.response
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...sent, response, clientExtensionResults },
    expectedChallenge: async (challenge) => (await keys.take('passkey-add', challenge))?.userId === userId,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
  }).catch(() => {
    throw new Refused('通行密钥验证失败，请重试')
  })
  if (!registrationInfo) throw new Refused('通行密钥验证失败，请重试')
  const { id, publicKey, counter } = registrationInfo.credential
  const key = { id, userId, name, counter, transports, publicKey: Buffer.from(publicKey).toString('base64url'), created: timeText() }
  await db.write(async (tx) => {
    if (await readPasskey(tx, id)) throw new Refused('该通行密钥已添加')
    await insertPasskey(tx, key)
  }, `passkey ${id}`)
}

/** What the browser needs to sign someone in: any passkey of this site, so that nobody learns which accounts have one. */
export async function loginOptions(keys: OneTimeKeys, site: Site) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({ rpID: site.rpId, timeout: TIMEOUT, userVerification: 'required' })
  await keys.keep(options.challenge, { purpose: 'passkey-login' })
  return options
}

async function verify(keys: OneTimeKeys, site: Site, key: Passkey, sent: Credential<Assertion>): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response: { ...sent, clientExtensionResults },
    expectedChallenge: async (challenge) => Boolean(await keys.take('passkey-login', challenge)),
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    credential: { id: key.id, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')), counter: key.counter },
    requireUserVerification: true,
  }).catch(() => {
    throw unusable()
  })
  if (!verified) throw unusable()
  return authenticationInfo.newCounter
}

/** The user behind the browser's answer; its challenge is used up, whatever else is wrong with it. */
export async function userOfPasskey({ db, keys }: Stores, site: Site, credential: unknown): Promise<string> {
  const sent = asFarAs(assertion, credential)
  if (!sent) throw new InvalidInput({ credential: '通行密钥格式不正确!' })
  const key = await readPasskey(db.read, sent.id)
  if (!key) throw new Refused('该通行密钥已被移除，请换一种方式登录')
  const handle = sent.response.userHandle
  if (handle && Buffer.from(handle, 'base64url').toString('utf8') !== key.userId) throw unusable()
  const counter = await verify(keys, site, key, sent)
  if (!(await db.write((tx) => noteUse(tx, key, { counter, at: timeText() })))) throw unusable()
  return key.userId
}
