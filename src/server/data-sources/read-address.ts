/** Databases that this server has a driver for. */
export type DriverKind = 'mysql' | 'postgres' | 'sqlServer' | 'sqlite'

/** Where a data source is. */
export interface DatabasePlace {
  readonly kind: DriverKind
  /** Name or address without brackets; for SQLite, empty. */
  readonly host: string
  readonly port: number
  /** For SQLite, the file. */
  readonly database: string
  readonly encrypted: boolean
}

interface Known {
  readonly kind: DriverKind
  readonly begins: string
  readonly port: number
}

/** By the values of the dictionary `database_type`; the other types have no driver that is kept. */
const known: Readonly<Record<string, Known | undefined>> = {
  '1': { kind: 'mysql', begins: 'jdbc:mysql://', port: 3306 },
  '4': { kind: 'mysql', begins: 'jdbc:mysql://', port: 3306 },
  '5': { kind: 'mysql', begins: 'jdbc:mariadb://', port: 3306 },
  '6': { kind: 'postgres', begins: 'jdbc:postgresql://', port: 5432 },
  '8': { kind: 'postgres', begins: 'jdbc:kingbase8://', port: 54_321 },
  '3': { kind: 'sqlServer', begins: 'jdbc:sqlserver://', port: 1433 },
  '10': { kind: 'sqlite', begins: 'jdbc:sqlite:', port: 0 },
}

/** `…password=`, as a value of its own or inside a list; `user:password@` before a host, and Oracle's `user/password@`. */
const passwords = [/[?&;,:(]\s*[\w.]*(password|passwd|pwd)\s*=\s*[^&;,)\s]/i, /\/\/[^/?#;]*@/, /:(thin|oci8?):[^@/]*\/[^@]*@/i]

/** Whether an address contains what belongs into the field of the password. */
export function holdsPassword(address: string): boolean {
  const plain = address.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return passwords.some((pattern) => pattern.test(plain))
}

const isOn = (value: string | undefined): boolean => /^(true|require|required|verify.*|on|1)$/i.test(value ?? '')

/** `host:port`, with the host of IPv6 in brackets. */
function hostOf(text: string, usual: number): { host: string; port: number } | undefined {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^[\]:,\\@/\s]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = bracketed ?? plain
  const number = port === undefined ? usual : Number(port)
  return host && number > 0 && number < 65_536 ? { host, port: number } : undefined
}

/** `host:port/database?name=value&…` */
function slashed(rest: string, { kind, port }: Known): DatabasePlace | undefined {
  const [, place = '', database = '', query = ''] = /^([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(rest) ?? []
  const params = new URLSearchParams(query)
  const at = hostOf(place, port)
  const encrypted = ['useSSL', 'ssl', 'sslmode', 'sslMode'].some((name) => isOn(params.get(name) ?? undefined))
  return at && { kind, ...at, database: decodeURIComponent(database), encrypted }
}

/** `host:port;name=value;…` */
function listed(rest: string, { kind, port }: Known): DatabasePlace | undefined {
  const [place = '', ...pairs] = rest.split(';')
  const params = new Map(pairs.map((pair) => [pair.split('=')[0]?.trim().toLowerCase() ?? '', pair.split('=').slice(1).join('=')]))
  const at = hostOf(place, port)
  const database = params.get('databasename') ?? params.get('database') ?? ''
  return at && { kind, ...at, database, encrypted: isOn(params.get('encrypt') ?? 'true') }
}

function placeOf(rest: string, of: Known): DatabasePlace | undefined {
  if (of.kind === 'sqlite')
    return rest ? { kind: of.kind, host: '', port: 0, database: rest.replace(/\?.*$/s, ''), encrypted: false } : undefined
  try {
    return of.kind === 'sqlServer' ? listed(rest, of) : slashed(rest, of)
  } catch {
    // A broken escape in the name of the database.
    return undefined
  }
}

/** Reads the address of a data source; answers what is wrong with it, or undefined if there is no driver for its type. */
export function readAddress(dbType: string, address: string): DatabasePlace | { readonly problem: string } | undefined {
  const of = known[dbType]
  if (!of) return undefined
  if (!address.startsWith(of.begins)) return { problem: `数据源地址应以 ${of.begins} 开头` }
  return placeOf(address.slice(of.begins.length), of) ?? { problem: '数据源地址格式不正确' }
}
