const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as HTML shows it. */
export const escapedHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
