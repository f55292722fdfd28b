import sanitizeHtml from 'sanitize-html'
import type { ServerField } from '../contract.ts'

/** What the editor can make, and nothing else: no style, no class, no picture from elsewhere, no script. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'a',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }) },
}

export const richText: ServerField<'richText'> = {
  sheet: { width: 40 },
  schema: () => ({ type: 'string', contentMediaType: 'text/html' }),
  cleaned: (html) => sanitizeHtml(html, allowed),
}
