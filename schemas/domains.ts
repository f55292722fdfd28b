/** Titles and icons of the domains, in menu order. */
export const domains = {
  teaching: { title: '教学管理', icon: 'experiment' },
  identity: { title: '用户与权限', icon: 'team' },
  platform: { title: '平台管理', icon: 'setting' },
} as const
