import type { Plugin } from 'vite'

/**
 * Parts of antd that would be loaded with the first list and that no page uses: a table head's own filters bring antd's tree with them.
 * What a list may be filtered by stands in its schema. `flattenKeys` reads the filters of a column.
 */
const replacements: readonly (readonly [file: string, code: string])[] = [
  [
    '/antd/es/table/hooks/useFilter/FilterDropdown.js',
    `export const flattenKeys = () => { throw new Error('scripts/build/left-out.ts leaves out the filters of table heads') }
     export default flattenKeys`,
  ],
]

/**
 * The thirteen colours in which antd would also draw buttons, tooltips and badges. No page asks for one, and antd writes all their styles
 * while a page's first button is drawn.
 */
const presets: readonly (readonly [file: string, call: string, none: string])[] = [
  ['/antd/es/button/style/index.js', '}, genPresetColorStyle(token));', '});'],
  ['/antd/es/tooltip/style/index.js', 'genPresetColor(token, (', '((_token, _style) => ({}))(token, ('],
  ['/antd/es/badge/style/index.js', 'genPresetColor(token, (', '((_token, _style) => ({}))(token, ('],
]

export const leftOut: Plugin = {
  name: 'left-out',
  load(id) {
    return replacements.find(([file]) => id.endsWith(file))?.[1]
  },
  transform(code, id) {
    const [file, call, none] = presets.find(([name]) => id.endsWith(name)) ?? []
    if (file === undefined || call === undefined || none === undefined) return undefined
    if (!code.includes(call)) throw new Error(`${file} no longer has ${call}`)
    return code.replace(call, none)
  },
}
