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

export const leftOut: Plugin = {
  name: 'left-out',
  load(id) {
    return replacements.find(([file]) => id.endsWith(file))?.[1]
  },
}
