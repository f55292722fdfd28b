/** How a page can show a file; undefined if the browser cannot, such as documents of office programs. */
export type PreviewKind = 'image' | 'pdf' | 'text' | undefined

const kinds: readonly (readonly [kind: NonNullable<PreviewKind>, extensions: RegExp])[] = [
  ['image', /\.(jpe?g|png|gif|bmp|webp)$/i],
  ['pdf', /\.pdf$/i],
  ['text', /\.(txt|csv|md)$/i],
]

/** The kind of a file, by the extension that the server gave it after reading its content. */
export const previewKind = (path: string): PreviewKind => kinds.find(([, extensions]) => extensions.test(path))?.[0]
