import type { ServerField } from '../contract.ts'

export const files: ServerField<'files'> = {
  schema: (field) => ({ type: 'string', description: `文件路径，以逗号分隔，最多${field.count}个` }),
}
