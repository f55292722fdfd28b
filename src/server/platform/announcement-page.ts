import { escapedHtml } from '../escaped-html.ts'

/** Nothing runs in it, and nothing is loaded; a link opens a window of its own. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** How it looks in the theme of the page around it. */
interface Look {
  readonly scheme: 'light' | 'dark'
  readonly ground: string
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly link: string
}
const light: Look = { scheme: 'light', ground: '#fff', text: '#1f1f1f', faint: '#595959', line: '#e5e5e5', link: '#0958d9' }
const dark: Look = { scheme: 'dark', ground: '#1f1f1f', text: '#e6e6e6', faint: '#a6a6a6', line: '#424242', link: '#69b1ff' }
/** By its name in the address; light is what front ends that name none have. */
export const lookNamed = (theme: string | undefined): Look => (theme === 'dark' ? dark : light)

const page = (title: string, body: string, { scheme, ground, text, faint, line, link }: Look): string => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<style>
:root { color-scheme: ${scheme}; }
body { margin: 0; padding: 20px 24px; background: ${ground}; color: ${text}; font: 15px/1.7 system-ui, 'Noto Sans CJK SC', sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 4px; font-size: 22px; text-align: center; }
.by { margin: 0 0 16px; padding-bottom: 12px; border-bottom: 1px solid ${line}; color: ${faint}; text-align: center; }
pre { white-space: pre-wrap; }
blockquote { margin-inline: 0; padding-left: 12px; border-left: 3px solid ${line}; }
a { color: ${link}; }
</style>
<body>${body}</body>
</html>`

interface Shown {
  readonly titile: string | null
  readonly sender: string | null
  readonly sendTime: string | null
  readonly msgAbstract: string | null
  readonly msgContent: string | null
}

/** An announcement as a page of its own. Its content was cleaned when it was written. */
export function announcementPage({ titile, sender, sendTime, msgAbstract, msgContent }: Shown, look: Look): string {
  const by = [sender && `发布人：${sender}`, sendTime && `发布时间：${sendTime}`].filter(Boolean).join('　')
  const content = msgContent ?? `<p>${escapedHtml(msgAbstract ?? '')}</p>`
  return page(titile ?? '', `<h1>${escapedHtml(titile ?? '')}</h1><p class="by">${escapedHtml(by)}</p>${content}`, look)
}

/** What is answered for all that cannot be shown, whatever the reason. */
export const goneSentence = '通告不存在，或者您不能查看'
export const gonePage = (look: Look): string => page(goneSentence, `<p class="by">${goneSentence}</p>`, look)
