const HIDDEN = '***'
const MOST_TEXT = 200
const MOST_ENTRIES = 50
const DEEPEST = 6
const MOST_JSON = 20_000
const MOST_ALL = 2000

/** Names under which passwords, tokens, keys and one-time codes travel, whatever the case of their letters. */
const secretName =
  /pass(word|wd|phrase)|pwd|secret|token|captcha|checkkey|credential|authorization|cookie|private|sms_?code|recovery|^(otp|pin|key|iv|salt|sign(ature)?|assertion|challenge)$/i

/** Addresses hold secrets as well: `…?password=…`, `//user:password@host`, `thin:user/password@host`. */
const secretParts = [
  /((?:password|passwd|pwd|token|secret)\s*=\s*)[^&;,)\s]+()/gi,
  /(\/\/)[^/?#\s]*(@)/g,
  /(:(?:thin|oci8?):)(?:(?!:(?:thin|oci8?):)[^@\s])*(@)/gi,
]

/** Each of those parts, and each escape, has one of these signs. */
const mayHoldSecrets = /[%=@]/

/** Names in an address may be escaped. */
function withoutSecretParts(text: string): string {
  if (!mayHoldSecrets.test(text)) return text
  const plain = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const shown = secretParts.reduce((rest, pattern) => rest.replace(pattern, `$1${HIDDEN}$2`), plain)
  return shown === plain ? text : shown
}

/** A sign of two halves is not cut through. */
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text)

type IsSecret = (name: string) => boolean

function shortened(value: unknown, isSecret: IsSecret, depth: number): unknown {
  if (typeof value === 'string') return textOf(value, isSecret, depth)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ENTRIES).map((one: unknown) => shortened(one, isSecret, depth + 1))
    return value.length > MOST_ENTRIES ? [...shown, `…（共 ${value.length} 项）`] : shown
  }
  const entries = Object.entries(value).slice(0, MOST_ENTRIES)
  return Object.fromEntries(entries.map(([name, one]) => [name, isSecret(name) ? HIDDEN : shortened(one, isSecret, depth + 1)]))
}

/** A text may be JSON that has secrets of its own. */
function textOf(text: string, isSecret: IsSecret, depth: number): unknown {
  if (/^\s*[[{]/.test(text)) {
    if (text.length > MOST_JSON) return `…（${text.length} 个字符）`
    try {
      return shortened(JSON.parse(text), isSecret, depth + 1)
    } catch {
      // Broken JSON is no text to show either: nobody knows what is a name in it.
      return `…（${text.length} 个字符）`
    }
  }
  const shown = withoutSecretParts(text)
  return cut(shown, MOST_TEXT)
}

/** What was sent with a call, as JSON: without the values of secret names (`own` ones besides the usual), long values cut; null if nothing was sent. */
export function withoutSecrets(sent: Readonly<Record<string, unknown>>, own: ReadonlySet<string>): string | null {
  const isSecret: IsSecret = (name) => secretName.test(name) || own.has(name)
  const shown = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isSecret(name) ? HIDDEN : shortened(value, isSecret, 0)]),
  )
  if (Object.keys(shown).length === 0) return null
  const text = JSON.stringify(shown, null, 1)
  return cut(text, MOST_ALL)
}
