import { afterAll, beforeAll, expect, test } from 'vitest'
import { isIconName } from '../../../../engine/fields/icon/names.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { expectNone } from '../../../support/expect-none.ts'

onBothDatabases('icons of menus', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const base = '/sys/permission'
  const add = (icon: string) =>
    app.call<{ id: string }>('POST', `${base}/add`, {
      as: admin,
      body: { menuType: 0, name: '值班', url: '/duty', component: 'layouts/RouteView', icon },
    })

  test('are those that the form offers, on add and on edit', async () => {
    const refusal = { code: 422, details: { icon: '菜单图标中没有“no-such-icon”，请从图标中选择！' } }
    expect((await add('no-such-icon')).body).toMatchObject(refusal)
    const { id } = (await add('calendar')).body.result
    const edit = (icon: string) => app.call('PUT', `${base}/edit`, { as: admin, body: { id, icon } })
    expect((await edit('no-such-icon')).body).toMatchObject(refusal)
    expect((await edit('mail')).body.success).toBe(true)
  })

  test('that the system brings are all among them', () => {
    const brought = app.app.engine
      .permissions()
      .flatMap(({ icon, title }) => (icon === '' || isIconName(icon) ? [] : [`${title}: ${icon}`]))
    expectNone(brought)
  })
})
