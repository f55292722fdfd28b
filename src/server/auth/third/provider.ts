import { Refused } from '../../../../engine/server/index.ts'
import type { ThirdSettings } from './third-settings.ts'

/** Someone as another provider knows them. */
export interface ThirdPerson {
  /** Never changes, and nobody else has it. */
  readonly uuid: string
  readonly username: string
  readonly realname: string
  readonly avatar: string
}

export interface Consent {
  readonly redirectUri: string
  readonly state: string
  /** Of PKCE; providers without it leave it out. */
  readonly challenge: string
  /** Asked inside the provider's own application instead of a popup. */
  readonly inApp: boolean
}

export interface Permit {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
}

/** Another provider whose users may sign in here. */
export interface Provider {
  readonly hasInApp: boolean
  /** The address where the user agrees. */
  authorize(consent: Consent): string
  /** Who has agreed. */
  personOf(permit: Permit): Promise<ThirdPerson>
}

export type ProviderMaker = (settings: ThirdSettings) => Provider

/** A provider that takes longer is as good as none. */
const TIMEOUT = 10_000

/** The provider does not answer, or not what it should. The user sees 登录失败, the log why. */
export class ProviderTrouble extends Refused {
  constructor(reason: string) {
    super('登录失败', { reason })
  }
}

interface ProviderRequest {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Answer = Readonly<Record<string, unknown>>

/** A JSON object from a provider; redirects are not followed, so secrets go where they are meant to. */
export async function askProvider(address: string, request: ProviderRequest = {}): Promise<Answer> {
  const { host, pathname } = new URL(address)
  const place = `${host}${pathname}`
  const reply = await fetch(address, {
    ...request,
    headers: { accept: 'application/json', 'user-agent': 'shiyan', ...request.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => {
    throw new ProviderTrouble(`${place} does not answer`)
  })
  const answer: unknown = await reply.json().catch(() => undefined)
  if (!reply.ok || typeof answer !== 'object' || answer === null) throw new ProviderTrouble(`${place} answers ${reply.status}`)
  return Object.fromEntries(Object.entries(answer))
}

/** A text or number of an answer; the sign-in fails without it. */
export function needed(answer: Answer, key: string): string {
  const value = textIfAny(answer, key)
  if (value === '') throw new ProviderTrouble(`no ${key} in the answer`)
  return value
}

export function textIfAny(answer: Answer, key: string): string {
  const value = answer[key]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** An address with its query. */
export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(query)) if (value !== '') url.searchParams.set(key, value)
  return url.href
}

/** A body of JSON. */
export const posted = (body: Readonly<Record<string, string>>): ProviderRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
