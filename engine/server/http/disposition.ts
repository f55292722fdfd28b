/** `Content-Disposition` with a file name in any script (RFC 5987), and a plain one for clients that cannot read it. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? ''
  return `${kind}; filename="download${extension}"; filename*=UTF-8''${encoded}`
}
