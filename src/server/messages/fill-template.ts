import { sharedField } from '../../../engine/server/index.ts'
import { htmlTypes, type MessageType } from '../../../schemas/platform/message-types.ts'
import { escapedHtml } from '../escaped-html.ts'

const html = { type: 'richText', label: '' } as const
const isHtml = (type: string): boolean => htmlTypes.some((one) => one === type)

/** The words of HTML. */
export const textOfHtml = (text: string): string => sharedField(html).toText(text, html)

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * The text of a template with its params, in the form in which messages of a type are sent. A param is a value and never a piece of the
 * template: in HTML it is escaped. Answers the params that are missing, if there are any.
 */
export function fillTemplate(
  template: { readonly text: string; readonly type: string },
  type: MessageType,
  params: Readonly<Record<string, unknown>>,
): string | { readonly missing: readonly string[] } {
  const missing = new Set<string>()
  const fromHtml = isHtml(template.type)
  const filled = template.text.replaceAll(/\$\{\s*([^{}\s]+)\s*\}/g, (_place, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === null) missing.add(name)
    return fromHtml ? escapedHtml(shown(value ?? '')) : shown(value ?? '')
  })
  if (missing.size > 0) return { missing: [...missing] }
  if (fromHtml === isHtml(type)) return filled
  return fromHtml ? textOfHtml(filled) : `<p>${escapedHtml(filled).replaceAll('\n', '<br>')}</p>`
}
