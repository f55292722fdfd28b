import type { FieldOf, SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readList } from '../parts/read-text.ts'

const picture = /\.(png|jpe?g|gif|webp|bmp)$/i

/** The sentence for a file of the wrong kind. */
export const kindMessage = (field: FieldOf<'files'>): string =>
  field.message ?? (field.accept === 'image' ? messages.image : messages.format(field.label))

/** Does the field accept files with such a name? The server checks the content as well. */
export const acceptsName = (name: string, field: FieldOf<'files'>): boolean => field.accept !== 'image' || picture.test(name)

/** A page sends back the signed addresses that it received; only the path is stored. */
const withoutSignature = (path: string): string => (/^(https?:|data:|blob:|\/)/.test(path) ? path : path.replace(/\?.*$/, ''))

export const files: SharedField<'files'> = {
  title: '文件',
  matches: ['exact', 'contains'],
  read: (value, field) => {
    const paths = readList(value, field)
    return 'value' in paths && paths.value !== null ? { value: paths.value.split(',').map(withoutSignature).join(',') } : paths
  },
  check(value, field) {
    const paths = value.split(',')
    if (paths.length > field.count) return messages.fileCount(field.label, field.count)
    if (paths.some((path) => path.split(/[\\/]/).includes('..'))) return messages.format(field.label)
    return paths.every((path) => acceptsName(path.replace(/[?#].*$/, ''), field)) ? undefined : kindMessage(field)
  },
  toText: (value) => value,
}
