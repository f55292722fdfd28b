import type { IconName } from '../engine/schema/index.ts'
import type { names } from './names.ts'

type Names = typeof names

interface Titled {
  readonly title: string
  readonly icon: IconName
}

/** Titles and icons of the domains and of the groups of their screens (`menu.group`), in menu order; `order` puts a group among screens. */
export const domains = {
  teaching: {
    title: '教学管理',
    icon: 'experiment',
    groups: {
      preparation: { title: '课程准备', icon: 'book' },
      lesson: { title: '上课', icon: 'schedule' },
      marks: { title: '成绩', icon: 'file-done' },
    },
  },
  identity: { title: '用户与权限', icon: 'team' },
  platform: {
    title: '平台管理',
    icon: 'setting',
    groups: { messages: { title: '消息中心', icon: 'message' }, performance: { title: '性能监控', icon: 'dashboard', order: 54 } },
  },
} as const satisfies Record<
  Names['domain'][number],
  Titled & { readonly groups?: { readonly [P in Names['menuGroup'][number]]?: Titled & { readonly order?: number } } }
>
