import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Dialect, ServerField } from '../contract.ts'
import { DIGITS } from './digits.ts'

/** A value times ten to the power of `places`, without binary rounding: its digits stay, their point moves. */
function shifted(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Halves are rounded away from zero, as PostgreSQL rounds them. */
const rounded = (value: number): number => Math.sign(value) * Math.round(Math.abs(value)) + 0

const unit = (scale: number): RawBuilder<unknown> => sql.raw(`1${'0'.repeat(scale)}.0`)

/** A column of numbers that become decimals with `scale` places. */
interface Converted {
  readonly from: { readonly type: string; readonly scale?: number }
  readonly column: Expression<unknown>
  readonly scale: number
  readonly dialect: Dialect
}

/** The new content as a number. Of binary numbers the first 15 digits count, which is all that they are sure of. */
function convertedSql({ from, column, scale, dialect }: Converted): RawBuilder<unknown> {
  if (dialect === 'postgres') return sql`round(cast(${column} as numeric), ${sql.lit(scale)})`
  const places = scale - (from.type === 'decimal' ? (from.scale ?? 0) : 0)
  const moved = places < 0 ? sql`${column} / ${unit(-places)}` : sql`${column} * ${unit(places)}`
  return sql`round(cast(printf('%.15g', ${moved}) as real))`
}

/** A column of decimals with this many places: on SQLite the integer number of its smallest unit, which is compared and added exactly. */
export const decimalColumn = {
  type: (scale: number, dialect: Dialect): RawBuilder<unknown> =>
    dialect === 'sqlite' ? sql`integer` : sql.raw(`numeric(${DIGITS}, ${scale})`),
  kept: (value: number, scale: number, dialect: Dialect): number => (dialect === 'sqlite' ? rounded(shifted(value, scale)) : value),
  converted(numbers: Converted): RawBuilder<unknown> {
    const { column, dialect } = numbers
    if (dialect === 'postgres') return convertedSql(numbers)
    return sql`case when ${column} is not null then cast(${convertedSql(numbers)} as integer) end`
  },
  /** Whether a value has too many digits for the new column, or is no number. */
  misfits(numbers: Converted): RawBuilder<unknown> {
    const { column, scale, dialect } = numbers
    const most = sql.raw(`1${'0'.repeat(dialect === 'sqlite' ? DIGITS : DIGITS - scale)}`)
    const beyond = dialect === 'sqlite' ? sql`typeof(${column}) not in ('integer', 'real')` : sql`abs(${column}) >= 1e15`
    return sql`${column} is not null and case when ${beyond} then true else abs(${convertedSql(numbers)}) >= ${most} end`
  },
}

export const decimal: ServerField<'decimal'> = {
  sheet: { width: 12, hint: '数字' },
  schema: (field) => ({ type: 'number', ...(field.min && { minimum: field.min.is }), ...(field.max && { maximum: field.max.is }) }),
  keeping: {
    column: ({ scale }) => ({ type: 'decimal', scale }),
    kept: (value, { scale }, dialect) => decimalColumn.kept(value, scale, dialect),
    compared: (value, { scale }, dialect) => (dialect === 'sqlite' ? shifted(value, scale) : value),
    // The quotient of two whole numbers is the number nearest to the decimal, so it is the one that was written.
    read: (column, { scale }, dialect) =>
      dialect === 'sqlite' ? sql`(${column} / ${unit(scale)})` : sql`cast(${column} as double precision)`,
  },
}
