import './rich-text.css'

interface Props {
  readonly title: string
  readonly html: string
}

/**
 * HTML in a frame of its own, in which nothing runs and from which nothing reaches the page; its links open windows of their own. It looks
 * like paper in every theme.
 */
export function SandboxedHtml({ title, html }: Props) {
  return (
    <iframe
      className="rich-text-paper"
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<!doctype html><meta charset="utf-8">${html}`}
    />
  )
}
